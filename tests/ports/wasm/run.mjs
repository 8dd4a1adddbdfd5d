// node run.mjs situations.wasm, or hash.wasm [operations]: prints what main_plain.c and hash_main.c print elsewhere.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const [file, operations = '1000000'] = process.argv.slice(2);
if (file === '--version') {
    console.log(process.version);
    process.exit();
}
const module = await WebAssembly.compile(await readFile(file));
let wasm;

function text(at) {
    const bytes = new Uint8Array(wasm.memory.buffer);
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
}

// A number before "cases" is a count, otherwise a line in a file.
const host = {
    host_print(words, number, more) {
        const last = text(more);
        console.log(last === 'cases' ? `${text(words)}: ${number} cases` : `${text(words)}:${number}: ${last}`);
    },
    host_fail() {
        throw new Error('failed');
    },
};

async function start() {
    wasm = (await WebAssembly.instantiate(module, { env: host })).exports;
}

async function situations() {
    let passed = 0;
    let failed = 0;
    for (let noun = 0; noun < wasm.noun_count(); noun++)
        for (let i = 0; i < wasm.situation_count(noun); i++) {
            try {
                wasm.situation_run(noun, i);
                passed++;
            } catch (error) {
                failed++;
                console.log(`FAILED: ${text(wasm.noun_name(noun))}: ${text(wasm.situation_name(noun, i))} (${error.message})`);
                await start(); // with new memory and a new stack
            }
        }
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
}

function hash() {
    const number = BigInt.asUintN(64, wasm.hash_number_of(Number(operations)));
    const trouble = wasm.hash_trouble();
    if (trouble !== 0) {
        console.log(`FAILED: ${text(trouble)}`);
        process.exitCode = 1;
    } else console.log(`${operations} ${number.toString(16).padStart(16, '0')}`);
}

await start();
if (basename(file).startsWith('hash')) hash();
else await situations();
