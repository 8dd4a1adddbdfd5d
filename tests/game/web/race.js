// The storm three times: with troupe, in a textbook list, in a dense array. These are the benchmark's own subjects, in a wasm
// module of their own. They start again whenever the storm changes, and are timed when
// they are warm. Each frame is timed alone; the mean is right even if the
// clock is coarse.
import { $, embedded, make } from "./dom.js";

const NAMES = ["troupe", "textbook list", "dense array"];
const PAST = 60;
const LAST = 9;  // values, of which the median is shown: a frame that was interrupted does not count
const COLORS = ["#45d68c", "#ff6b6b", "#4f9dff"];

function middleOfLast(past) {
  const sorted = past.slice(-LAST).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

export class Race {
  #wasm = null;
  #module = null;
  #size = "";
  #next = 0;
  #rows;
  #spent = [0, 0, 0];
  #frames = [0, 0, 0];
  #past = NAMES.map(() => []);

  constructor() {
    this.#rows = NAMES.map((name, i) => {
      const [value, curve] = [make("output", {}, "–"), make("canvas", { width: 2 * PAST, height: 24 })];
      const row = make("div", { class: "rival" }, make("b", { style: `color:${COLORS[i]}` }, name), value, curve);
      $("rivals").append(row);
      return { value, curve };
    });
  }

  /** The displayed nanoseconds per actor of each subject; 0: not measured yet. */
  get times() { return this.#past.map(middleOfLast); }
  /** For tests: true if all subjects have the same result. */
  get agrees() { return this.#wasm?.race_agree() === 1; }

  /** Runs a frame of one subject. Starts again if the storm has changed. */
  frame(motes, churn) {
    const size = `${motes} ${churn}`;
    if (size !== this.#size) return this.#begin(size, motes, churn);
    if (!this.#wasm?.race_warm_up()) return;
    const which = this.#next++ % NAMES.length;
    const begin = performance.now();
    this.#wasm.race_frame(which);
    this.#spent[which] += performance.now() - begin;
    this.#frames[which]++;
  }

  async #begin(size, motes, churn) {
    this.#size = size;
    this.#wasm = null;
    this.#past = NAMES.map(() => []);
    this.#spent.fill(0);
    this.#frames.fill(0);
    this.#next = 0;
    if (motes < 10) return;
    this.#module ??= WebAssembly.compile(await embedded("race.wasm"));
    const { exports } = await WebAssembly.instantiate(await this.#module, {});
    if (this.#size === size && exports.race_begin(motes, churn)) this.#wasm = exports;
  }

  /** Computes the means and shows them. */
  show(motes) {
    this.#frames.forEach((frames, i) => {
      if (frames > 0 && this.#spent[i] > 0) this.#past[i].push(this.#spent[i] * 1e6 / (frames * motes));
      if (this.#past[i].length > PAST) this.#past[i].shift();
      this.#spent[i] = this.#frames[i] = 0;
    });
    const most = Math.max(4, ...this.#past.flat()) * 1.1;
    this.#rows.forEach(({ value, curve }, i) => {
      const past = this.#past[i], context = curve.getContext("2d");
      value.textContent = past.length > 0 ? `${middleOfLast(past).toFixed(1)} ns` : "–";
      context.clearRect(0, 0, curve.width, curve.height);
      context.strokeStyle = COLORS[i];
      context.lineWidth = 2;
      context.beginPath();
      past.forEach((ns, k) => context.lineTo(2 * (PAST - past.length + k), 23 - 22 * ns / most));
      context.stroke();
    });
  }
}
