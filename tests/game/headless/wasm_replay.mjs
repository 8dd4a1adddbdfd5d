// node wasm_replay.mjs core.wasm recording every: prints the first lines of `headless --replay recording --hash-every
// every`.
import { readFileSync } from "node:fs";

const [wasm, recording, every] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), {});
const { memory, replay_bytes, replay_begin, replay_step, replay_hash } = instance.exports;
const bytes = readFileSync(recording);
new Uint8Array(memory.buffer, replay_bytes(bytes.length), bytes.length).set(bytes);

const wrong = replay_begin(bytes.length);
if (wrong) {
    const text = new Uint8Array(memory.buffer, wrong);
    console.error(new TextDecoder().decode(text.slice(0, text.indexOf(0))));
    process.exit(2);
}
for (let tick = 1; replay_step(); tick++)
    if (tick % every === 0)
        console.log(tick + " " + BigInt.asUintN(64, replay_hash()).toString(16).padStart(16, "0"));
