// The game's core: game.wasm, and what it says as JavaScript's own values.

export const WIDTH = 320;
export const HEIGHT = 480;
export const RATE = 60;
export const SPRITE_BYTES = 20;
export const STRETCHES = 64;

export const KEY = { left: 1, right: 2, up: 4, down: 8, shoot: 16, focus: 32, bomb: 64, pause: 128, start: 256 };
export const PHASE = { title: 0, play: 1, over: 2 };
export const LINE = { score: 0, high: 1, lives: 2, wave: 3, boss: 4, banner: 5, hint: 6 };
export const KIND = {
  star: 0, extra: 1, ship: 2, hitBox: 3, shield: 4, shot: 5, missile: 6, drone: 7, dart: 8, spinner: 9, gunship: 10,
  bossCore: 11, bossWing: 12, bossGun: 13, point: 14, power: 15, bomb: 16, life: 17, round: 18, needle: 19, big: 20,
  spark: 21, smoke: 22, ring: 23, debris: 24, flash: 25,
};

const STATE = ["phase", "paused", "attract", "tick", "score", "high", "lives", "bombs", "graze", "wave", "rank", "boss",
  "bullets", "enemyTime"];
const decoder = new TextDecoder();

/** The bytes of the core: packed, where the browser can unpack them, whatever the server does. */
async function fetchCore(url) {
  const isPacked = typeof DecompressionStream === "function";
  const response = await fetch(isPacked ? url + ".gz" : url);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const bytes = await response.arrayBuffer();
  if (new Uint8Array(bytes)[0] === 0) return bytes; // a server that says "gzip" has it unpacked by the browser
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Loads the core and begins a game. */
export async function load(url, seed) {
  const { instance } = await WebAssembly.instantiate(await fetchCore(url), {});
  const wasm = instance.exports;
  if (!wasm.web_begin(seed)) throw new Error("the game does not begin");
  return new Core(wasm);
}

class Core {
  constructor(wasm) {
    this.wasm = wasm;
    this.sprites = wasm.web_sprites();
    this.colors = Array.from({ length: 24 }, (_, i) => wasm.web_color(i));
  }

  step(input) { this.wasm.web_step(input); }
  autopilot() { return this.wasm.web_autopilot(); }
  setExtra(count) { this.wasm.web_set_extra(count); }
  hash() { return BigInt.asUintN(64, this.wasm.web_hash()).toString(16).padStart(16, "0"); }

  /** The sprites as bytes: SPRITE_BYTES each. */
  draw(alpha) {
    const count = this.wasm.web_draw(alpha);
    return new Uint8Array(this.wasm.memory.buffer, this.sprites, count * SPRITE_BYTES);
  }

  line(which) { return this.#text(this.wasm.web_line(which)); }

  state() {
    const words = new Uint32Array(this.wasm.memory.buffer, this.wasm.web_state(), STATE.length);
    return Object.fromEntries(STATE.map((name, i) => [name, words[i]]));
  }

  panel() {
    const words = new Uint32Array(this.wasm.memory.buffer, this.wasm.web_panel());
    let at = 0;
    const next = () => words[at++];
    const [poolCount, layerCount] = [next(), next()];
    const panel = { live: next(), visited: next(), created: next(), recycled: next(), extra: next(), bytes: next() };
    panel.pools = Array.from({ length: poolCount }, () => ({
      name: this.#text(next()), live: next(), capacity: next(), created: next(), recycled: next(), stolen: next(),
      fill: new Uint8Array(this.wasm.memory.buffer, next(), STRETCHES),
    }));
    panel.layers = Array.from({ length: layerCount }, () => ({
      name: this.#text(next()), enabled: next() !== 0, time: next() / 1000, live: next(),
    }));
    return panel;
  }

  #text(address) {
    const bytes = new Uint8Array(this.wasm.memory.buffer, address, 64);
    return decoder.decode(bytes.slice(0, bytes.indexOf(0)));
  }
}
