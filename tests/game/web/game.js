// Bullet Troupe in the browser. Options in the address: ?seed=3 ?wave=11 ?lives=5 ?level=hard ?motes=50000 ?churn=10 &canvas (no WebGL)
// ?pair=NAME (two players, see match.js) &attract (the autopilot plays) &skip=10 (the autopilot first plays so many seconds at once) &still (nothing moves
// after them).
import { $ } from "./dom.js";
import { loadCore, KEY, LINE, PHASE, RATE, WIDTH, HEIGHT } from "./core.js";
import { makeGl } from "./gl.js";
import { makeCanvas } from "./canvas.js";
import { Input } from "./input.js";
import { Sound } from "./sound.js";
import { Share, fromLetters, toLetters } from "./share.js";
import { Match, relayOf } from "./match.js";
import { Race } from "./race.js";
import { Panel } from "./panel.js";
import { Editor } from "./editor.js";
import { makeSources } from "./source.js";

const MOST_TICKS = 5;   // per frame: beyond that the game is slower than the clock
const WAIT_FOR_GL = 2000;
const BAR = 12;         // units: height of a replay's bar at the field's lower edge
const MOST_PIXELS = 2;  // of the screen, per pixel of the page
const LEVELS = ["normal", "easy", "hard"];
const options = new URLSearchParams(location.search);
const number = (name, otherwise) => Number(options.get(name) ?? otherwise);

/** The high score, saved where the browser allows it. */
const kept = {
  read() { try { return Number(localStorage.getItem("bullet-troupe high score")) || 0; } catch { return 0; } },
  write(score) { try { localStorage.setItem("bullet-troupe high score", score); } catch { /* not saved */ } },
};

/** The saved game, where the browser allows it. */
const slot = {
  /** Its bytes; letters that are none are one byte, which is no save. Null: there is none. */
  read() {
    let letters = null;
    try { letters = localStorage.getItem("bullet-troupe save"); } catch { /* none */ }
    return letters === null ? null : fromLetters(letters) ?? new Uint8Array(1);
  },
  save(core) {
    const bytes = core.save();
    if (bytes.length === 0) return "there is no game to save yet";
    try { localStorage.setItem("bullet-troupe save", toLetters(bytes)); } catch { return "this browser stores no saves"; }
    return "saved: F9 loads it";
  },
  load(core) {
    const bytes = this.read();
    return bytes ? core.load(bytes) || "loaded" : "there is no saved game yet";
  },
};

/** The largest field that fits, in whole pixels of the screen. */
function fit(screen) {
  const stage = $("stage"), canvas = $("field");
  const scale = Math.min(stage.clientWidth / WIDTH, stage.clientHeight / HEIGHT);
  const [width, height] = [Math.floor(WIDTH * scale), Math.floor(HEIGHT * scale)];
  const pixels = Math.min(devicePixelRatio, MOST_PIXELS);
  if (width < 1) return;
  $("frame").style.width = `${width}px`;
  $("frame").style.height = `${height}px`;
  [canvas.width, canvas.height] = [Math.round(width * pixels), Math.round(height * pixels)];
  screen.renderer?.fit();
}

/** The renderer: WebGL, or a 2D canvas where WebGL is missing or lost for good. */
function makeScreen(core) {
  const screen = { renderer: null, isLost: false };
  function use(make) {
    screen.renderer = make($("field"), core);
    document.body.dataset.renderer = screen.renderer?.name ?? "";
    return screen.renderer !== null;
  }
  function usePlain() {
    const plain = $("field").cloneNode();  // a canvas with a WebGL context cannot have a 2D context
    $("field").replaceWith(plain);
    screen.isLost = false;
    use(makeCanvas);
    fit(screen);
  }
  function watch(canvas) {
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      screen.isLost = true;
      setTimeout(() => { if (screen.isLost) usePlain(); }, WAIT_FOR_GL);
    });
    canvas.addEventListener("webglcontextrestored", () => {
      screen.renderer.begin();
      screen.isLost = false;
      fit(screen);
    });
  }
  if (options.has("canvas") || !use(makeGl)) use(makeCanvas);
  else watch($("field"));
  return screen;
}

/** Shows the display as text, for screen readers. */
function showLines(core, state) {
  for (const [name, line] of Object.entries(LINE)) {
    const text = core.line(line), element = $(`line-${name}`);
    if (element.textContent !== text) element.textContent = text;
  }
  document.body.dataset.phase = state.phase;
}

function showTab(name) {
  for (const tab of document.querySelectorAll("[role=tab]")) {
    tab.setAttribute("aria-selected", tab.dataset.tab === name);
    $(`tab-${tab.dataset.tab}`).hidden = tab.dataset.tab !== name;
  }
}

/** Opens a file that is dropped on the page or chosen. */
async function openFile(file, { core, editor }) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const begins = String.fromCharCode(...bytes.subarray(0, 6));
  if (begins === "TROUPE") {
    const wrong = core.replay(bytes);
    return wrong ? core.note(wrong) : undefined;
  }
  showPanel(true, core);
  showTab("pattern");
  return editor.edit(file.name, new TextDecoder().decode(bytes));
}

function watchFiles(parts) {
  addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    for (const file of event.dataTransfer.files) openFile(file, parts);
  });
  $("file").addEventListener("change", () => { for (const file of $("file").files) openFile(file, parts); });
  $("open").addEventListener("click", () => $("file").click());
}

const isPanelShown = () => document.body.classList.contains("with-panel");

function showPanel(isShown, core) {
  document.body.classList.toggle("with-panel", isShown);
  $("button-panel").setAttribute("aria-pressed", isShown);
  core.setMeasured(isShown);
}

async function toggleSound(sound) {
  const isOn = await sound.toggle();
  $("button-sound").setAttribute("aria-pressed", isOn);
}

function makeParts(core) {
  const share = new Share(core), match = new Match(core), race = new Race(), sound = new Sound(core);
  const parts = { core, share, match, race, sound, editor: new Editor(core, share), panel: new Panel(core, race) };
  let isHelpShown = false;
  const shortcuts = {
    KeyM: () => toggleSound(sound),
    KeyR: () => { const wrong = core.restart(); if (wrong) core.note(wrong); },
    KeyY: () => share.watch(),
    KeyL: () => share.copy(),
    KeyK: () => { const wrong = core.showHit(); if (wrong) core.note(wrong); },
    F5: () => core.note(slot.save(core)),
    F9: () => core.note(slot.load(core)),
    KeyH: () => core.setHelp(isHelpShown = !isHelpShown),
    KeyT: () => showPanel(!isPanelShown(), core),
  };
  parts.input = new Input(core, $("stage"), shortcuts, (x, y) => {
    if (core.state().isReplay && y > HEIGHT - BAR) return core.seek(Math.max(0, Math.min(1, x / WIDTH)));
    core.pick(x, y);
    parts.panel.showMarked();
  });
  parts.screen = makeScreen(core);
  $("button-pause").addEventListener("click", () => parts.input.press(KEY.pause));
  $("button-bomb").addEventListener("click", () => parts.input.press(KEY.bomb));
  $("button-turn").addEventListener("click", () => parts.input.press(KEY.turn));
  parts.input.hold($("button-rewind"), KEY.rewind);
  $("button-sound").addEventListener("click", shortcuts.KeyM);
  $("button-panel").addEventListener("click", shortcuts.KeyT);
  $("save-game").addEventListener("click", shortcuts.F5);
  $("load-game").addEventListener("click", shortcuts.F9);
  $("again-hit").addEventListener("click", shortcuts.KeyK);
  $("invite").addEventListener("click", () => match.invite());
  for (const tab of document.querySelectorAll("[role=tab]")) tab.addEventListener("click", () => showTab(tab.dataset.tab));
  watchFiles(parts);
  makeSources();
  return parts;
}

/** Ticks follow the clock, frames follow the screen. */
function run(parts, high) {
  const { core, input, panel, screen, sound } = parts;
  let done = performance.now() / 1000, state = core.state(), best = high, wasReplay = false;

  function step() {
    core.tick(done, options.has("attract") && !state.isReplay ? core.autopilot() : input.read(state));
    parts.match.step();
    state = core.state();
    sound.hear(core.sounds(), state.paused ? 1 : Math.min(1, 1.6 * (1 - state.enemyTime / 1000)));
    if (wasReplay && !state.isReplay && core.verdict()) core.note(core.verdict());
    wasReplay = state.isReplay !== 0;
    if (state.high > best && state.phase !== PHASE.play) kept.write(best = state.high);
  }
  function frame(now) {
    const time = now / 1000;
    for (let i = 0; i < MOST_TICKS && done + 1 / RATE <= time && !options.has("still"); i++) {
      done += 1 / RATE;
      step();
    }
    if (done + 1 / RATE <= time) done = time;
    const alpha = options.has("still") ? 1 : Math.max(0, Math.min(1, (time - done) * RATE));
    const quads = core.draw(alpha);
    if (!screen.isLost) screen.renderer.draw(quads, core.backdrop(alpha));
    core.drawn();
    showLines(core, state);
    if (isPanelShown()) panel.frame(now);
    requestAnimationFrame(frame);
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && state.phase === PHASE.play && !state.paused && !state.attract && !state.isReplay) input.press(KEY.pause);
  });
  addEventListener("pagehide", () => {
    parts.match.leave();
    if (core.state().high > best) kept.write(core.state().high);
  });
  requestAnimationFrame(frame);
}

async function main() {
  const high = kept.read();
  const core = await loadCore({ seed: number("seed", Date.now() % 1000000), high, wave: number("wave", 0), lives: number("lives", 0),
    level: Math.max(0, LEVELS.indexOf(options.get("level"))),
    isTouch: matchMedia("(pointer: coarse)").matches ? 1 : 0 });
  const parts = makeParts(core);
  const wide = matchMedia("(min-width: 900px) and (min-aspect-ratio: 6/5)");
  showPanel(options.has("panel") || (wide.matches && !options.has("nopanel")), core);
  if (options.get("panel")) showTab(options.get("panel"));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  core.setCalm(calm.matches);
  calm.addEventListener("change", () => core.setCalm(calm.matches));
  parts.panel.setStorm(number("motes", 0), number("churn", 10));
  for (let i = number("skip", 0) * RATE; i > 0; i--) core.tick(0, core.autopilot());
  new ResizeObserver(() => fit(parts.screen)).observe($("stage"));
  fit(parts.screen);
  const wrong = await parts.share.open(location.hash);
  if (wrong) core.note(wrong);
  addEventListener("hashchange", async () => { const it = await parts.share.open(location.hash); if (it) core.note(it); });
  if (options.has("pair")) parts.match.open(options.get("pair"), relayOf(options));
  globalThis.troupe = Object.assign(core, { parts });
  run(parts, high);
}

main().catch((error) => {
  $("failed").hidden = false;
  $("failed").textContent = `The game could not start: ${error.message}`;
  console.error(error);
});
