// Plays the game: with keys, a gamepad and touches; with and without WebGL; with sound; with a lost context.
import { check, sleep } from "./browser.mjs";

const STATE = "return troupe.state()";
const LETTERS = "return localStorage.getItem('bullet-troupe save')";
const CREATED = "return troupe.panel().pools.find((p) => p.name === 'shots').created > 0";

/** The number of colours of the field. The canvas is read in the frame that draws it. */
const COLORS = `const to = document.createElement("canvas"); to.width = 160; to.height = 240; const c = to.getContext("2d");
  return new Promise((done) => requestAnimationFrame(() => { c.drawImage(document.getElementById("field"), 0, 0, 160, 240);
  const d = c.getImageData(0, 0, 160, 240).data, seen = new Set();
  for (let i = 0; i < d.length; i += 4) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); done(seen.size); }))`;
const text = (id) => `return document.getElementById("${id}").textContent`;

/** Notes by how many ticks the game jumps: a frame plays at most five. */
const JUMPS = `globalThis.jumps = []; let last = troupe.state().tick;
  setInterval(() => { const { tick } = troupe.state(); jumps.push(tick - last); last = tick; }, 1)`;

/** A gamepad of the browser's API. A test presses the buttons of `pad`. */
const PAD = `globalThis.pad = { connected: true, mapping: "standard", axes: [0, 0, 0, 0],
  buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0 })) };
  navigator.getGamepads = () => [null, globalThis.pad];`;

export async function testKeys(driver, renderer) {
  const browser = await driver.open(1100, 720);
  await browser.go(`?seed=3${renderer === "canvas" ? "&canvas" : ""}`);
  check(`${renderer}: it draws the field`, await browser.run("return document.body.dataset.renderer") === renderer);
  check(`${renderer}: the title is there`, (await browser.run(STATE)).phase === 0);
  check(`${renderer}: the field is not blank`, await browser.run(COLORS) > 100);
  const title = await browser.picture();
  await browser.keys("h");
  check(`${renderer}: H shows the keys`, !(await browser.picture()).equals(title));
  await browser.keys("h", "enter");
  check(`${renderer}: enter starts it`, await browser.until("return troupe.state().phase === 1"));
  const first = await browser.picture();
  await browser.keys(["down", "space"]);
  const { shipX } = await browser.run(STATE);
  check(`${renderer}: an arrow moves the ship`, await browser.holds("left", `return troupe.state().shipX < ${shipX} - 8`));
  check(`${renderer}: shots fly`, await browser.until(CREATED));
  for (let i = 0; i < 40 && (await browser.run(STATE)).score === 0; i++)
    await browser.keys(["down", "left"], ["wait", 450], ["up", "left"], ["down", "right"], ["wait", 450], ["up", "right"]);
  await browser.keys(["up", "space"]);
  check(`${renderer}: there is a score`, (await browser.run(STATE)).score > 0);
  check(`${renderer}: the score is also there as text`, await browser.until(`return Number(document.getElementById("line-score").textContent) > 0`));
  check(`${renderer}: the picture changes`, !first.equals(await browser.picture()));
  await browser.keys("p");
  check(`${renderer}: it pauses`, await browser.until(
    "return troupe.state().paused === 1 && document.getElementById('line-banner').textContent === 'PAUSED'"));
  check(`${renderer}: no error`, (await browser.errors()).length === 0);
  await browser.close();
}

/** Taps between two frames, as they happen at 20 frames per second. */
export async function testTaps(driver) {
  const browser = await driver.open(700, 720);
  await browser.go("?seed=3&nopanel");
  await browser.keys("enter");
  await browser.until("return troupe.state().phase === 1");
  await browser.plays(48);
  const tap = (code) => `for (const type of ["keydown", "keyup"])
    document.body.dispatchEvent(new KeyboardEvent(type, { code: "${code}", bubbles: true }))`;
  const before = await browser.run(STATE);
  await browser.run(tap("ArrowLeft"));
  check("a tap that is shorter than a frame moves the ship", await browser.until(`return troupe.state().shipX < ${before.shipX}`));
  const { bombs } = await browser.run(STATE);
  await browser.run(tap("KeyB"));
  check("... or drops a bomb", await browser.until(`return troupe.state().bombs === ${bombs - 1}`));
  await browser.run(tap("KeyP"));
  check("... or pauses", await browser.until("return troupe.state().paused === 1"));
  await browser.close();
}

/** Rewinding, saving and replays. */
export async function testPast(driver) {
  const browser = await driver.open(1100, 720);
  const state = () => browser.run(STATE);
  const goesBackTo = (tick) => browser.until(`const a = troupe.state(); return a.phase === 1 && a.tick < ${tick}`);
  const pausesAt = (isPaused) => browser.until(`return troupe.state().paused === ${isPaused}`);
  await browser.go("?seed=3&panel");
  await browser.keys("enter");
  await browser.plays(210);
  const begun = (await state()).tick;
  await browser.keys(["down", "e"]);
  check("E rewinds", await browser.until("const a = troupe.state(); return a.isRewinding === 1 && a.pastTicks < 100"));
  await browser.keys(["up", "e"]);
  check("... and the game continues from there", await browser.until("return !troupe.state().isRewinding") && (await state()).tick < begun &&
    await browser.plays(30));
  check("the panel shows the memory of the past", await browser.until("return Number(document.getElementById('past').textContent.replace(/[^0-9]/g, '')) > 5"));
  await browser.plays(210);
  const before = await state();
  await browser.run(JUMPS);
  await browser.keys("c");
  check("C costs two bombs", await browser.until(`return troupe.state().bombs === ${before.bombs - 2}`));
  check("... and turns time back", await browser.until("return jumps.some((by) => by < -60)") && (await state()).phase === 1);
  await browser.keys("f5");
  check("F5 saves", await browser.until("return localStorage.getItem('bullet-troupe save')?.length > 3000"));
  const saved = await state();
  await browser.keys(["down", "left"]);
  await browser.plays(300);
  await browser.keys(["up", "left"], "f9");
  check("F9 loads", await goesBackTo(saved.tick + 200) && Math.abs((await state()).shipX - saved.shipX) < 40);
  await browser.go("?seed=4&panel=share&again");
  await browser.keys("f9");
  check("... also after the page is reloaded", await goesBackTo(saved.tick + 200));
  await browser.plays(300);
  await browser.keys("p");
  check("P pauses the loaded game", await pausesAt(1));
  await browser.run(JUMPS); // noticed by the page itself, however rarely a busy machine asks
  await browser.run("document.getElementById('load-game').click()");
  check("a button loads the save in the pause, which ends", await browser.until("return jumps.some((by) => by < -100)") && await pausesAt(0));
  await browser.plays(30);
  const letters = await browser.run(LETTERS);
  await browser.run("document.getElementById('save-game').click()");
  check("a button saves as well", (await browser.run(LETTERS)) !== letters);
  await browser.plays(300);
  await browser.keys("p");
  check("it pauses", await pausesAt(1));
  const paused = (await state()).tick;
  await browser.run("localStorage.setItem('bullet-troupe save', 'VFJQUw' + localStorage.getItem('bullet-troupe save').slice(6, 900))");
  await browser.run("const { note } = troupe; troupe.note = function (text) { globalThis.noted = (globalThis.noted ?? '') + text + '; '; note.call(this, text); }");
  await browser.keys("f9");
  const isRefused = await browser.until("return globalThis.noted?.includes('damaged')");
  check(`a damaged save is refused: ${await browser.run("return globalThis.noted")}`, isRefused);
  const { tick: stays, paused: isPaused } = await state();
  check(`... and the game stays in the pause: tick ${stays} after ${paused}, ${isPaused}`, stays >= paused && isPaused === 1);
  await browser.go("?seed=4&panel=share&once-more");
  await browser.keys("enter");
  await browser.until("return troupe.state().phase === 1");
  await browser.plays(400);
  await browser.keys("y");
  check("Y replays the game", await browser.until("return troupe.state().isReplay === 1"));
  const bar = await browser.run(`const b = document.getElementById("field").getBoundingClientRect();
    return [b.x + b.width * 0.6, b.y + b.height - 3, b.x + b.width * 0.1]`);
  await browser.run(JUMPS);
  await browser.click(bar[0], bar[1]);
  check("... and a click on its bar moves it forward", await browser.until("return jumps.some((by) => by > 100)"));
  await browser.click(bar[2], bar[1]);
  check("... and back", await browser.until("return jumps.some((by) => by < -100)") && (await state()).isReplay === 1);
  check("past: no error", (await browser.errors()).length === 0);
  await browser.close();
}

export async function testPad(driver) {
  const browser = await driver.open(700, 720, { script: PAD });
  await browser.go("?seed=3&nopanel");
  const press = (button, isPressed) => browser.run(`pad.buttons[${button}].pressed = ${isPressed}`);
  await press(9, true);
  check("gamepad: start starts it", await browser.until("return troupe.state().phase === 1"));
  await press(9, false);
  await browser.plays(30);
  let { shipX, bombs } = await browser.run(STATE);
  await browser.run("pad.axes[0] = -1");
  check("gamepad: the stick steers", await browser.until(`return troupe.state().shipX < ${shipX} - 20`));
  await browser.run("pad.axes[0] = 0");
  ({ shipX } = await browser.run(STATE));
  await press(15, true);
  check("gamepad: the cross steers", await browser.until(`return troupe.state().shipX > ${shipX} + 20`));
  await press(15, false);
  await press(0, true);
  check("gamepad: a button shoots", await browser.until(CREATED));
  await press(0, false);
  await press(1, true);
  check("gamepad: another button drops a bomb", await browser.until(`return troupe.state().bombs === ${bombs - 1}`));
  await press(1, false);
  await press(8, true);
  check("gamepad: another button pauses", await browser.until("return troupe.state().paused === 1"));
  check("gamepad: no error", (await browser.errors()).length === 0);
  await browser.close();
}

export async function testTouch(driver) {
  const browser = await driver.open(390, 844, { touch: true });
  await browser.go("?seed=3");
  check("phone: nothing is wider than the screen", await browser.run("return document.documentElement.scrollWidth <= 390"));
  check("phone: the field fills its width", await browser.run("return document.getElementById('field').clientWidth >= 385"));
  await browser.touch("touchStart", [200, 400]);
  await browser.touch("touchEnd");
  check("phone: a tap starts it", await browser.until("return troupe.state().phase === 1"));
  await browser.plays(30);
  const steer = async (y, to) => {
    const from = (await browser.run(STATE)).shipX;
    await browser.touch("touchStart", [200, y]);
    for (let step = 1; step <= 10; step++) {
      await browser.touch("touchMove", [200 + to * step, y]);
      await sleep(30);
    }
    const isThere = await browser.until(`return (troupe.state().shipX - ${from}) * ${Math.sign(to)} > 40`);
    check("phone: the ship shoots", await browser.until(CREATED));
    return isThere;
  };
  check("phone: a finger steers", await steer(400, -10));
  const { bombs } = await browser.run(STATE);
  await browser.touch("touchStart", [100, 400], [300, 300]);
  check("phone: a second finger drops a bomb", await browser.until(`return troupe.state().bombs === ${bombs - 1}`));
  await browser.touch("touchEnd");
  check("phone: below the field a finger steers as well", await steer(700, 10));
  await browser.touch("touchEnd");
  await browser.plays(90);
  const box = await browser.run("const b = document.getElementById('button-rewind').getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]");
  await browser.touch("touchStart", box);
  check("phone: a button rewinds", await browser.until("return troupe.state().isRewinding === 1"));
  await browser.touch("touchEnd");
  check("phone: ... until it is released", await browser.until("return troupe.state().isRewinding === 0"));
  check("phone: no error", (await browser.errors()).length === 0);
  await browser.close();
}

export async function testSound(driver) {
  const browser = await driver.open(700, 720);
  await browser.go("?seed=3&attract&nopanel");
  check("it is silent at first", await browser.run("return troupe.parts.sound.isOn") === false);
  check("... and the button shows it", await browser.run("return document.getElementById('button-sound').getAttribute('aria-pressed')") === "false");
  await browser.keys("m");
  check("M turns sound on", await browser.until("return troupe.parts.sound.isOn && troupe.parts.sound.peak() > 0.01"));
  await browser.keys("m");
  check("... and off", await browser.until("return !troupe.parts.sound.isOn"));
  await browser.close();
}

/** The context is lost and restored, then lost for good. */
export async function testLost(driver) {
  const browser = await driver.open(700, 720);
  await browser.go("?seed=3&attract&skip=10&nopanel");
  const colors = await browser.run(COLORS);
  await browser.run(`const { lose } = troupe.parts.screen.renderer;
    document.getElementById("field").addEventListener("webglcontextlost", () => setTimeout(() => {
      globalThis.wasLost = troupe.parts.screen.isLost;
      lose.restoreContext();
    }, 100), { once: true });
    lose.loseContext()`);
  await browser.until("return globalThis.wasLost && !troupe.parts.screen.isLost");
  await browser.plays(10);
  check("WebGL is lost and restored: the field is drawn again", colors > 100 && await browser.run(COLORS) > 100);
  check("... by WebGL", await browser.run("return document.body.dataset.renderer") === "webgl2");
  await browser.run("troupe.parts.screen.renderer.lose.loseContext()");
  check("WebGL is lost for good: a 2D canvas replaces it", await browser.until("return document.body.dataset.renderer === 'canvas'"));
  await browser.plays(10);
  check("... and draws the field", await browser.run(COLORS) > 100);
  check("... no error", (await browser.errors()).length === 0);
  await browser.close();
}

export async function testScore(driver) {
  const browser = await driver.open(700, 720);
  await browser.go("?seed=3&nopanel");
  await browser.run("localStorage.setItem('bullet-troupe high score', '123456')");
  await browser.go("?seed=3&nopanel&again");
  check("a high score is saved", (await browser.run(STATE)).high === 123456);
  check("... and shown", (await browser.run(text("line-high"))).includes("123456"));
  await browser.close();
}
