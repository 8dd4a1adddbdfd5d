// The game's core: loads game.wasm, and converts its results to JavaScript values.
import { embedded, toBytes, toText } from "./dom.js";

export const WIDTH = 320;
export const HEIGHT = 480;
export const RATE = 60;
export const BACKDROP_WIDTH = 340;
export const QUAD_BYTES = 32;
export const STRETCHES = 64;
export const SOUNDS = 19;
export const MUSIC = 18;
export const MOST_SCALE = 3;

export const KEY = { left: 1, right: 2, up: 4, down: 8, shoot: 16, focus: 32, bomb: 64, pause: 128, start: 256, turn: 512, step: 2048, rewind: 4096 };
export const PHASE = { title: 0, play: 1, over: 2 };
export const LINE = { score: 0, high: 1, lives: 2, wave: 3, boss: 4, banner: 5, hint: 6 };

const STATE = ["phase", "paused", "attract", "tick", "score", "high", "lives", "bombs", "wave", "bullets", "enemyTime", "shipX", "shipY", "shipIsThere", "isReplay", "isRewinding", "pastTicks"];
const STATE_FLOATS = new Set(["shipX", "shipY"]);
const REPORT = ["library", "game", "drawing", "frame", "tick", "stormNs", "motes", "churn"];
const TICKS = 120;

/** Loads and starts the core. */
export async function loadCore({ seed, high, wave, lives, level, isTouch }) {
  const page = { now: () => performance.now() };
  const { instance } = await WebAssembly.instantiate(await embedded("game.wasm"), { page });
  const wasm = instance.exports;
  if (!wasm.web_begin(seed, high, wave, lives, level, isTouch)) throw new Error("the game does not start");
  return new Core(wasm);
}

class Core {
  constructor(wasm) {
    this.wasm = wasm;
    this.buffer = wasm.memory.buffer;  // the memory never grows
    this.frames = 0;  // that were drawn
    [this.show, this.session, this.stage, this.game, this.keys, this.other, this.bytes] = new Uint32Array(this.buffer, wasm.web_handles(), 7);
  }

  // Ticks and frames.
  key(bits, isDown, time) { this.wasm.keys_note(this.keys, bits, isDown ? 1 : 0, time); }
  forgetKeys() { this.wasm.keys_forget(this.keys); }
  tick(end, more = 0) { this.wasm.web_tick(end, more); }
  autopilot() { return this.wasm.web_autopilot(); }
  hash() { return BigInt.asUintN(64, this.wasm.game_hash(this.game)).toString(16).padStart(16, "0"); }

  /** The quads as bytes, QUAD_BYTES per quad. */
  draw(alpha) {
    this.frames++;
    const count = this.wasm.web_draw(alpha);
    return new Uint8Array(this.buffer, new Uint32Array(this.buffer, this.wasm.web_numbers(), 1)[0], count * QUAD_BYTES);
  }
  backdrop(alpha) { return new Uint8Array(this.buffer, this.wasm.web_backdrop(alpha), 2 * QUAD_BYTES); }
  drawn() { this.wasm.show_drawn(this.show); }

  /** The pictures' texture: { side, pixels }. */
  bake(scale, isStraight) {
    const side = this.wasm.web_bake(scale, isStraight ? 1 : 0);
    if (!side) throw new Error("the pictures do not fit");
    return { side, pixels: new Uint8Array(this.buffer, this.bytes, 4 * side * side) };
  }
  bakeBackdrop(width, height) {
    this.wasm.art_bake_backdrop(this.bytes, width, height);
    return new Uint8Array(this.buffer, this.bytes, 4 * width * height);
  }
  /** A sound's samples, valid until the next call. */
  sound(which, rate) {
    const length = this.wasm.web_sound(which, rate);
    return new Float32Array(this.buffer, this.bytes, length);
  }
  /** The sounds to play now. */
  sounds() {
    const count = this.wasm.web_sounds(), at = this.wasm.web_numbers();
    const whole = new Uint32Array(this.buffer, at, 3 * count), real = new Float32Array(this.buffer, at, 3 * count);
    return Array.from({ length: count }, (_, i) => ({ sound: whole[3 * i], gain: real[3 * i + 1], pan: real[3 * i + 2] }));
  }

  // State.
  line(which) { return this.#text(this.wasm.web_line(which)); }
  state() {
    this.wasm.web_state();
    const at = this.wasm.web_numbers();
    const whole = new Uint32Array(this.buffer, at, STATE.length), real = new Float32Array(this.buffer, at, STATE.length);
    return Object.fromEntries(STATE.map((name, i) => [name, STATE_FLOATS.has(name) ? real[i] : whole[i]]));
  }
  report() {
    this.wasm.web_report();
    const all = new Float32Array(this.buffer, this.wasm.web_numbers(), REPORT.length + TICKS);
    return { ...Object.fromEntries(REPORT.map((name, i) => [name, all[i]])), ticks: all.slice(REPORT.length) };
  }
  panel() {
    this.wasm.web_panel();
    const words = new Uint32Array(this.buffer, this.wasm.web_numbers());
    let at = 0;
    const next = () => words[at++];
    const [poolCount, layerCount] = [next(), next()];
    const panel = { live: next(), bytes: next(), pastBytes: next() };
    panel.pools = Array.from({ length: poolCount }, () => ({
      name: this.#text(next()), live: next(), capacity: next(), created: next(), recycled: next(),
      fill: new Uint8Array(this.buffer, next(), STRETCHES),
    }));
    panel.layers = Array.from({ length: layerCount }, () => ({
      name: this.#text(next()), enabled: next() !== 0, time: next() / 1000, live: next(),
    }));
    return panel;
  }

  // Marks and the storm.
  setStorm(motes, churn) { this.wasm.show_set_storm(this.show, motes, churn); }
  setMeasured(isMeasured) { this.wasm.show_set_measured(this.show, isMeasured ? 1 : 0); }
  setHelp(isShown) { this.wasm.show_set_help(this.show, isShown ? 1 : 0); }
  setCalm(isCalm) { this.wasm.web_calm(isCalm ? 1 : 0); }
  pick(x, y) { return this.wasm.show_pick(this.show, x, y) !== 0; }
  marked() { return this.#lines(this.wasm.web_marked()); }
  kill() { return this.#lines(this.wasm.web_kill()); }
  err(mistake) { return this.#lines(this.wasm.web_err(mistake)); }
  note(text) {
    this.#write(toBytes.encode(text.slice(0, 60) + "\0"));
    this.wasm.stage_note(this.stage, this.bytes);
  }

  // Recordings and patterns. Errors are sentences; "" is no error.
  recording() {
    const size = this.wasm.web_recording();
    return new Uint8Array(this.buffer, this.bytes, size).slice();
  }
  replay(bytes) { return this.#write(bytes) ? this.#sentence(this.wasm.session_replay(this.session, this.bytes, bytes.length)) : "the recording is too long"; }
  restart() { return this.#sentence(this.wasm.session_restart(this.session)); }
  hasHit() { return this.wasm.session_has_hit(this.session) !== 0; }
  showHit() { return this.#sentence(this.wasm.session_show_hit(this.session)); }
  isHit() { return this.wasm.session_is_hit(this.session) !== 0; }
  seek(part) { this.wasm.session_seek(this.session, part); }
  /** The game in progress as bytes; empty if there is none. */
  save() {
    const size = this.wasm.session_save(this.session, this.bytes, this.wasm.web_room());
    return new Uint8Array(this.buffer, this.bytes, size).slice();
  }
  load(bytes) { return this.#write(bytes) ? this.#sentence(this.wasm.session_load(this.session, this.bytes, bytes.length)) : "the save is too long"; }
  // Two players: datagrams go in and out.
  match(me, number, seed) { this.wasm.web_match(me, number, seed); }
  matchTake(bytes) { if (this.#write(bytes)) this.wasm.match_receive(this.other, this.bytes, bytes.length); }
  matchSend() {
    const size = this.wasm.match_send(this.other, this.bytes);
    return new Uint8Array(this.buffer, this.bytes, size).slice();
  }
  /** Against the autopilot, over a network of so many ms one way and per cent of loss. */
  duel(delay, loss, seed) { this.wasm.web_duel(delay, loss, seed); }
  /** After each tick. False: there is no duel. */
  duelStep() { return this.wasm.web_duel_step() !== 0; }
  matchLeave() { this.wasm.session_meet(this.session, 0); }
  matchLose() { this.wasm.web_match_lose(); }
  matchState(count) { return new Uint32Array(this.buffer, this.wasm.web_match_state(), count); }

  verdict() { return this.#sentence(this.wasm.session_verdict(this.session)); }
  pattern(bytes, starts) {
    if (!this.#write(bytes)) return "the pattern is too long";
    return this.#sentence(this.wasm.web_pattern(bytes.length, starts ? 1 : 0));
  }

  #write(bytes) {
    if (bytes.length > this.wasm.web_room()) return false;
    new Uint8Array(this.buffer, this.bytes, bytes.length).set(bytes);
    return true;
  }
  #text(address) {
    const bytes = new Uint8Array(this.buffer, address);
    return toText.decode(bytes.subarray(0, bytes.indexOf(0)));
  }
  #sentence(address) { return address ? this.#text(address) : ""; }
  /** Lines "name: value" as an object. The values of a repeated name are joined as lines. Null if there are none. */
  #lines(address) {
    const text = this.#text(address), it = {};
    for (const line of text.split("\n").filter(Boolean)) {
      const [name, value] = [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)];
      it[name] = name in it ? `${it[name]}\n${value}` : value;
    }
    return text ? it : null;
  }
}
