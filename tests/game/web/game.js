// Bullet Troupe in the browser. Options in the address: ?seed=3 &canvas (no WebGL) &attract (plays by itself)
// &skip=600 (so many ticks at once, by the autopilot) &still (nothing moves after that).
import { load, KEY, LINE, PHASE, RATE, WIDTH, HEIGHT } from "./core.js";
import { makeGl } from "./gl.js";
import { makeCanvas } from "./canvas.js";
import { Input } from "./input.js";
import { Panel } from "./panel.js";

const MOST_TICKS = 5;  // a frame; then the game falls behind the clock
const $ = (id) => document.getElementById(id);
const options = new URLSearchParams(location.search);
const stage = $("stage"), canvas = $("field");

/** The largest field that fits, in whole pixels of the screen. */
function fit() {
  const scale = Math.min(stage.clientWidth / WIDTH, stage.clientHeight / HEIGHT);
  const [width, height] = [Math.floor(WIDTH * scale), Math.floor(HEIGHT * scale)];
  $("frame").style.width = `${width}px`;
  $("frame").style.height = `${height}px`;
  $("frame").style.fontSize = `${width / 26}px`;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
}

function showLines(core) {
  for (const [name, line] of Object.entries(LINE)) {
    const text = core.line(line), element = $(`line-${name}`);
    if (element.textContent !== text) element.textContent = text;
  }
  const state = core.state();
  $("boss-bar").style.width = `${state.boss / 10}%`;
  $("how").hidden = state.phase !== PHASE.title;
  document.body.dataset.phase = state.phase;
}

async function main() {
  const core = await load("game.wasm", Number(options.get("seed") ?? Date.now() % 1000000));
  const draw = (!options.has("canvas") && makeGl(canvas, core.colors)) || makeCanvas(canvas, core.colors);
  document.body.dataset.renderer = draw.length && canvas.getContext("webgl2") ? "webgl2" : "canvas";
  const input = new Input(canvas), panel = new Panel(core);
  for (let i = Number(options.get("skip") ?? 0); i > 0; i--) core.step(core.autopilot());

  let then = performance.now(), behind = 0, sprites = core.draw(1);
  function step() {
    const keys = options.has("attract") ? core.autopilot() : input.read(sprites);
    const begin = performance.now();
    core.step(keys);
    panel.tick(performance.now() - begin);
  }
  function frame(now) {
    behind = Math.min(behind + Math.max(0, now - then) * RATE / 1000, MOST_TICKS);
    then = now;
    for (; behind >= 1 && !options.has("still"); behind--) step();
    if (options.has("still")) behind = 1;
    sprites = core.draw(Math.min(behind, 1));
    draw(sprites);
    showLines(core);
    panel.frame(now);
    requestAnimationFrame(frame);
  }

  document.addEventListener("visibilitychange", () => {
    const state = core.state();
    if (document.hidden && state.phase === PHASE.play && !state.paused && !state.attract) core.step(KEY.pause);
    then = performance.now();
  });
  new ResizeObserver(fit).observe(stage);
  fit();
  $("button-pause").addEventListener("click", () => input.press(KEY.pause));
  $("button-bomb").addEventListener("click", () => input.press(KEY.bomb));
  $("button-panel").addEventListener("click", () => document.body.classList.toggle("with-panel"));
  globalThis.troupe = core;
  requestAnimationFrame(frame);
}

main().catch((error) => {
  $("failed").hidden = false;
  $("failed").textContent = `The game could not start: ${error.message}`;
  console.error(error);
});
