// The panel: the library at work.
import { STRETCHES } from "./core.js";

const BUDGET = 1000 / 60;
const TICKS = 120;
const $ = (id) => document.getElementById(id);
const count = new Intl.NumberFormat("en-US");

/** A row of a pool: name, numbers, how full each stretch of its memory is. */
function makeRow(pool) {
  const row = document.createElement("div");
  row.className = "pool";
  const [name, numbers, bar] = [document.createElement("b"), document.createElement("span"), document.createElement("canvas")];
  name.textContent = pool.name;
  bar.width = STRETCHES;
  bar.height = 1;
  row.append(name, numbers, bar);
  $("pools").append(row);
  const context = bar.getContext("2d");
  const image = context.createImageData(STRETCHES, 1);
  return (it) => {
    numbers.textContent = `${count.format(it.live)} of ${count.format(it.capacity)}  +${it.created} −${it.recycled} /s`;
    for (let i = 0; i < STRETCHES; i++) {
      const fill = it.fill[i];
      image.data.set(fill === 0 ? [26, 31, 44, 255] : [30 + fill * 0.2, 70 + fill * 0.55, 70 + fill * 0.25, 255], i * 4);
    }
    context.putImageData(image, 0, 0);
  };
}

function makeLayer(layer) {
  const row = document.createElement("div");
  row.className = "layer";
  const [name, meter, number] = [document.createElement("b"), document.createElement("meter"), document.createElement("span")];
  name.textContent = layer.name;
  meter.max = 1;
  row.append(name, meter, number);
  $("layers").append(row);
  return (it) => {
    meter.value = it.enabled ? it.time : 0;
    row.classList.toggle("slow", !it.enabled || it.time < 1);
    number.textContent = it.enabled ? `× ${it.time.toFixed(2)}` : "stopped";
  };
}

export class Panel {
  #ticks = new Float32Array(TICKS);
  #sum = 0;
  #steps = 0;
  #since = performance.now();
  #frames = 0;
  #rows = null;

  constructor(core) {
    this.core = core;
    $("extra").addEventListener("input", (event) => {
      core.setExtra(Number(event.target.value));
      $("extra-count").textContent = count.format(event.target.value);
    });
  }

  /** What a tick took, in milliseconds. */
  tick(ms) {
    this.#ticks.copyWithin(0, 1);
    this.#ticks[TICKS - 1] = ms;
    this.#sum += ms;
    this.#steps++;
  }

  /** After each frame; the numbers change twice a second, the bars four times. */
  frame(now) {
    this.#frames++;
    if (now - this.#since < 250) return;
    const panel = this.core.panel();
    this.#rows ??= { pools: panel.pools.map(makeRow), layers: panel.layers.map(makeLayer) };
    panel.pools.forEach((it, i) => this.#rows.pools[i](it));
    panel.layers.forEach((it, i) => this.#rows.layers[i](it));
    this.#numbers(panel, now);
    this.#history();
    this.#since = now;
    this.#sum = this.#steps = this.#frames = 0;
  }

  #numbers(panel, now) {
    const ms = this.#steps > 0 ? this.#sum / this.#steps : 0;
    $("actors").textContent = count.format(panel.live);
    $("each").textContent = panel.visited > 0 ? (ms * 1e6 / panel.visited).toFixed(1) : "–";
    $("tick").textContent = ms.toFixed(2);
    $("tick").parentElement.classList.toggle("late", ms > BUDGET);
    $("fps").textContent = Math.round(this.#frames * 1000 / (now - this.#since));
    $("created").textContent = count.format(panel.created);
    $("recycled").textContent = count.format(panel.recycled);
    $("memory").textContent = count.format(Math.round(panel.bytes / 1024));
  }

  #history() {
    const canvas = $("history"), context = canvas.getContext("2d");
    const { width, height } = canvas, most = 2 * BUDGET;
    context.clearRect(0, 0, width, height);
    this.#ticks.forEach((ms, i) => {
      const tall = Math.max(1, Math.min(1, ms / most) * height);
      context.fillStyle = ms > BUDGET ? "#ff6b6b" : "#4fc07a";
      context.fillRect(i * width / TICKS, height - tall, width / TICKS - 0.5, tall);
    });
    context.fillStyle = "#ffb454";
    context.fillRect(0, height / 2, width, 1);
    context.fillText("16.7 ms", width - 40, height / 2 - 3);
  }
}
