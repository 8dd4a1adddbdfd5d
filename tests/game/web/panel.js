// The panel: shows the library at work, and lets the player act on it.
import { $, inWords, make } from "./dom.js";
import { RATE, STRETCHES } from "./core.js";

const BUDGET = 1000 / 60;
const PARTS = ["library", "game", "drawing", "rest"];
const ERRORS = ["double recycle", "stale pointer", "overwritten node", "wrong pool"];

const ms = (value) => (value < 1 ? value.toFixed(3) : value.toFixed(2));

/** A row for a pool: its name, its numbers, and how full each part of its memory is. */
function makePool(pool) {
  const [numbers, rates, bar] = [make("span"), make("i"), make("canvas", { width: STRETCHES, height: 1 })];
  $("pools").append(make("div", { class: "pool" }, make("b", {}, pool.name), numbers, rates, bar));
  const context = bar.getContext("2d");
  const image = context.createImageData(STRETCHES, 1);
  return (it) => {
    numbers.textContent = `${inWords.format(it.live)} of ${inWords.format(it.capacity)}`;
    rates.textContent = `+${inWords.format(it.created)} −${inWords.format(it.recycled)} /s`;
    for (let i = 0; i < STRETCHES; i++) {
      const fill = it.fill[i];
      image.data.set(fill === 0 ? [24, 31, 48, 255] : [28 + fill * 0.16, 60 + fill * 0.6, 66 + fill * 0.28, 255], i * 4);
    }
    context.putImageData(image, 0, 0);
  };
}

function makeLayer(layer) {
  const [meter, number] = [make("meter", { max: 1 }), make("span")];
  const row = make("div", { class: "layer" }, make("b", {}, layer.name), meter, number);
  $("layers").append(row);
  return (it) => {
    meter.value = it.enabled ? it.time : 0;
    row.classList.toggle("slow", !it.enabled || it.time < 1);
    number.textContent = it.enabled ? `× ${it.time.toFixed(2)}` : "stopped";
  };
}

/** Shows facts as a list of names and values. */
function listFacts(element, facts, rows) {
  element.replaceChildren(...rows.filter(([, value]) => value).flatMap(([name, value, look]) =>
    [make("dt", {}, name), make("dd", look ? { class: look } : {}, value)]));
}

const ageOf = (facts) => (facts.age === undefined ? "" : `${inWords.format(facts.age)} ticks`);
const handleOf = (facts) => `${Number(facts.index).toString(16).padStart(8, "0")}:${Number(facts.generation).toString(16).padStart(8, "0")}`;

export class Panel {
  #frames = 0;
  #since = performance.now();
  #rows = null;
  #motes = 0;
  #churn = 10;

  constructor(core, race) {
    Object.assign(this, { core, race });
    for (const name of ["motes", "churn"]) {
      $(name).addEventListener("input", () => this.#slide());
      // The focus returns to the game after use of the mouse, but not after use of the keyboard.
      $(name).addEventListener("pointerup", () => $(name).blur());
      $(name).addEventListener("pointercancel", () => $(name).blur());
    }
    ERRORS.forEach((name, i) => {
      const button = make("button", { type: "button", "data-err": i }, name);
      button.addEventListener("click", () => this.#err(i));
      $("errors").append(button);
    });
  }

  /** Sets the storm, and the sliders. */
  setStorm(motes, churn) {
    [this.#motes, this.#churn] = [motes, churn];
    [$("motes").value, $("churn").value] = [motes, churn];
    $("motes-count").textContent = inWords.format(motes);
    $("churn-count").textContent = `${(churn / 10).toFixed(1)} %`;
    this.core.setStorm(motes, churn);
  }

  #slide() { this.setStorm(Number($("motes").value), Number($("churn").value)); }

  #err(mistake) {
    const verdict = this.core.err(mistake);
    const { motes, churn } = this.core.report();
    if (motes !== this.#motes) this.setStorm(motes, churn);  // a mistake needs motes: the slider shows those that were created
    $("said").replaceChildren(make("p", {}, verdict.what), make("p", { class: "message" }, verdict.message),
      make("p", { class: verdict.sound === "1" ? "good" : "bad" },
        `${verdict.result}. ${inWords.format(verdict.before)} motes before, ${inWords.format(verdict.after)} after; ` +
        (verdict.sound === "1" ? "every invariant holds." : "an invariant is broken!")));
  }

  /** Call it after each frame. The display changes four times per second. */
  frame(now) {
    this.#frames++;
    if (this.#motes >= 10) this.race.frame(this.#motes, this.#churn);
    else this.race.frame(0, 0);
    if (now - this.#since < 250) return;
    const panel = this.core.panel(), report = this.core.report();
    this.#rows ??= { pools: panel.pools.map(makePool), layers: panel.layers.map(makeLayer) };
    panel.pools.forEach((it, i) => this.#rows.pools[i](it));
    panel.layers.forEach((it, i) => this.#rows.layers[i](it));
    this.#showFrame(report, now);
    this.#showTicks(report.ticks);
    this.race.show(this.#motes);
    this.showMarked();
    this.#showKill();
    $("actors").textContent = inWords.format(panel.live);
    $("memory").textContent = inWords.format(Math.round(panel.bytes / 1024));
    $("past").textContent = inWords.format(Math.round(panel.pastBytes / 1024));
    $("past-seconds").textContent = Math.floor(this.core.state().pastTicks / RATE);
    this.#since = now;
    this.#frames = 0;
  }

  #showFrame(report, now) {
    const work = report.library + report.game + report.drawing;
    const all = Math.max(BUDGET, report.frame, work);
    const values = { ...report, rest: Math.max(0, report.frame - work) };
    for (const name of PARTS) {
      $(`bar-${name}`).style.width = `${100 * values[name] / all}%`;
      $(`ms-${name}`).textContent = ms(values[name]);
    }
    $("mark").style.left = `${100 * BUDGET / all}%`;
    const tick = report.library + report.game;
    $("tick-library").style.width = `${tick > 0 ? 100 * report.library / tick : 0}%`;
    $("tick").textContent = ms(report.tick);
    $("fps").textContent = Math.round(this.#frames * 1000 / (now - this.#since));
    $("each").textContent = report.stormNs > 0 ? report.stormNs.toFixed(1) : "–";
  }

  #showTicks(ticks) {
    const canvas = $("history"), context = canvas.getContext("2d"), { width, height } = canvas;
    let most = 0.25;
    while (most < BUDGET && ticks.some((it) => it > most)) most *= 2;
    context.clearRect(0, 0, width, height);
    ticks.forEach((it, i) => {
      const tall = Math.max(1, Math.min(1, it / most) * height);
      context.fillStyle = it > BUDGET ? "#ff6b6b" : "#4f9dff";
      context.fillRect(i * width / ticks.length, height - tall, width / ticks.length - 1, tall);
    });
    $("history-most").textContent = `up to ${ms(most)} ms`;
  }

  /** Shows the actor that was clicked. */
  showMarked() {
    const facts = this.core.marked();
    $("look").hidden = facts !== null;
    if (!facts) return listFacts($("facts"), {}, []);
    const at = (place) => (place ? ` at ${place}` : "");
    const state = facts.lives === "1" ? "lives" : `is gone: ${facts.reason ?? "its slot is free"}${at(facts.ended)}`;
    listFacts($("facts"), facts, [["actor", `${facts.pool}, slot ${facts.slot}, generation ${facts.generation}`],
      ["handle", handleOf(facts)], [facts.lives === "1" ? "age" : "age at its end", ageOf(facts)],
      ["made by", facts.maker && facts.maker + at(facts.born)], ["state", state, facts.lives === "1" ? "good" : "bad"],
      ["the library says", facts.why, "why"]]);
  }

  #showKill() {
    const kill = this.core.kill();
    $("kill-part").hidden = kill === null;
    $("again-hit").hidden = !this.core.hasHit();
    if (!kill) return;
    listFacts($("kill"), kill, [["who", `${kill.pool}, slot ${kill.slot}, generation ${kill.generation}`],
      ["from", kill.maker], ["when", `tick ${inWords.format(kill.tick)}, ${ageOf(kill)} after its birth at ${kill.born}`],
      ["why", kill.why, "why"]]);
  }
}
