// Plays the game in headless Chromium, driven by chromedriver over the WebDriver protocol.
//   node browse.mjs folder test headless     as people use it; headless is the native program, for its hash
//   node browse.mjs folder screenshot FILE   the README's picture
import { spawn, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync, statSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "./serve.mjs";

const [folder, errand, argument] = process.argv.slice(2);
const KEYS = { enter: "\uE007", left: "\uE012", up: "\uE013", right: "\uE014", down: "\uE015", space: " " };
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const profile = mkdtempSync(join(tmpdir(), "troupe-"));
const server = await serve(folder, 0);
const page = `http://127.0.0.1:${server.address().port}/`;
const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
const port = await new Promise((done, failed) => {
  driver.stdout.on("data", (text) => { const found = /successfully on port (\d+)/.exec(text); if (found) done(found[1]); });
  driver.on("error", failed);
});

async function ask(method, path, body) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (value?.error) throw new Error(`${path}: ${value.message.split("\n")[0]}`);
  return value;
}

class Browser {
  static async open(width, height) {
    const args = ["--headless=new", "--no-sandbox", "--disable-quic", "--no-first-run", "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader", "--hide-scrollbars", `--user-data-dir=${mkdtempSync(join(profile, "p"))}`];
    const wanted = { browserName: "chrome", "goog:chromeOptions": { args, binary: process.env.CHROMIUM ?? undefined },
      "goog:loggingPrefs": { browser: "ALL" } };
    const { sessionId } = await ask("POST", "/session", { capabilities: { alwaysMatch: wanted } });
    const it = new Browser();
    it.path = `/session/${sessionId}`;
    await it.command("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    return it;
  }
  command(cmd, params) { return ask("POST", `${this.path}/goog/cdp/execute`, { cmd, params }); }
  run(script) { return ask("POST", `${this.path}/execute/sync`, { script, args: [] }); }
  async go(query) {
    await ask("POST", `${this.path}/url`, { url: page + query });
    await this.until("return !!globalThis.troupe");
    await sleep(300);
  }
  async until(script, seconds = 10) {
    for (let i = 0; i < seconds * 10; i++, await sleep(100)) if (await this.run(script)) return true;
    return false;
  }
  async keys(steps) {
    const actions = steps.map(([type, key]) => type === "wait" ? { type: "pause", duration: key } :
      { type: type === "down" ? "keyDown" : "keyUp", value: KEYS[key] ?? key });
    await ask("POST", `${this.path}/actions`, { actions: [{ type: "key", id: "keys", actions }] });
  }
  async picture() { return Buffer.from(await ask("GET", `${this.path}/screenshot`), "base64"); }
  async errors() {
    const log = await ask("POST", `${this.path}/se/log`, { type: "browser" });
    return log.filter((line) => line.level === "SEVERE").map((line) => line.message);
  }
  close() { return ask("DELETE", this.path); }
}

let passed = 0, failed = 0;
function check(what, isSo) {
  if (isSo) passed++;
  else { failed++; console.log(`FAILED: ${what}`); }
}

/** How many colours the field has: read back from the page's own canvas, drawn into another. */
const COLORS = `const from = document.getElementById("field"), to = document.createElement("canvas");
  to.width = 160; to.height = 240; const c = to.getContext("2d"); return new Promise((done) => requestAnimationFrame(() => {
  c.drawImage(from, 0, 0, 160, 240); const d = c.getImageData(0, 0, 160, 240).data, seen = new Set();
  for (let i = 0; i < d.length; i += 4) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); done(seen.size); }))`;
const STATE = "return troupe.state()";
const text = (id) => `return document.getElementById("${id}").textContent`;

async function play(browser, renderer, query) {
  await browser.go(`?seed=3${query}`);
  check(`${renderer}: it is drawn by that`, await browser.run("return document.body.dataset.renderer") === renderer);
  check(`${renderer}: the title is there`, (await browser.run(STATE)).phase === 0);
  await browser.keys([["down", "enter"], ["wait", 80], ["up", "enter"]]);
  check(`${renderer}: enter starts it`, await browser.until("return troupe.state().phase === 1"));
  const before = await browser.run("return [...troupe.draw(1)].length");
  const first = await browser.picture();
  await browser.keys([["down", "space"], ["down", "left"], ["wait", 500], ["up", "left"], ["down", "right"], ["wait", 900],
    ["up", "right"], ["down", "left"], ["wait", 900], ["up", "left"]]);
  check(`${renderer}: there is something to see`, before > 1000);
  check(`${renderer}: shots fly`, await browser.run("return troupe.panel().pools.find((p) => p.name === 'shots').created > 0"));
  for (let i = 0; i < 12 && (await browser.run(STATE)).score === 0; i++)
    await browser.keys([["down", "left"], ["wait", 450], ["up", "left"], ["down", "right"], ["wait", 450], ["up", "right"]]);
  await browser.keys([["up", "space"]]);
  check(`${renderer}: there is a score`, (await browser.run(STATE)).score > 0);
  check(`${renderer}: it is shown`, Number(await browser.run(text("line-score"))) > 0);
  check(`${renderer}: the panel counts`, Number((await browser.run(text("actors"))).replace(/,/g, "")) > 100);
  const second = await browser.picture();
  check(`${renderer}: the picture changes`, !first.equals(second));
  check(`${renderer}: it is not blank`, await browser.run(COLORS) > 50 || second.length > 20000);
  await browser.keys([["down", "p"], ["wait", 80], ["up", "p"]]);
  check(`${renderer}: it pauses`, await browser.until("return troupe.state().paused === 1 && document.getElementById('line-banner').textContent === 'PAUSED'"));
}

async function slide(browser) {
  await browser.run(`const s = document.getElementById("extra"); s.value = 100000; s.dispatchEvent(new Event("input"))`);
  await browser.keys([["down", "p"], ["wait", 80], ["up", "p"]]);
  check("the slider adds 100,000 bullets", await browser.until(
    `return Number(document.getElementById("actors").textContent.replace(/,/g, "")) > 100000`));
  check("an actor's time is shown", await browser.until(`return Number(document.getElementById("each").textContent) > 0`));
  await browser.run(`const s = document.getElementById("extra"); s.value = 0; s.dispatchEvent(new Event("input"))`);
  check("and takes them away", await browser.until("return troupe.panel().extra === 0"));
}

async function phone() {
  const browser = await Browser.open(390, 844);
  await browser.go("?seed=3");
  check("phone: nothing is wider than the screen", await browser.run("return document.documentElement.scrollWidth <= 390"));
  check("phone: the field fills it", await browser.run("return document.getElementById('field').clientWidth >= 380"));
  check("phone: a button shows the panel", await browser.run(
    "document.getElementById('button-panel').click(); return document.getElementById('panel').clientHeight > 100"));
  await browser.run("document.getElementById('button-panel').click()");
  const touch = (type, x, y) => browser.command("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  await touch("touchStart", 200, 600);
  check("phone: a tap starts it", await browser.until("return troupe.state().phase === 1"));
  const ship = `const b = troupe.draw(1), v = new DataView(b.buffer, b.byteOffset); for (let i = 0; i < b.length; i += 20)
    if (b[i + 16] === 2) return v.getFloat32(i, true)`;
  const from = await browser.run(ship);
  for (let x = 200; x >= 100; x -= 10) { await touch("touchMove", x, 600); await sleep(30); }
  check("phone: a finger steers", await browser.until(`const x = (() => { ${ship} })(); return x < ${from} - 50`));
  await touch("touchEnd");
  check("phone: no error", (await browser.errors()).length === 0);
  await browser.close();
}

async function test() {
  const sizes = readdirSync(folder).filter((name) => name !== "game.wasm").map((name) => statSync(join(folder, name)).size);
  const bytes = sizes.reduce((a, b) => a + b);
  check(`it loads in under 100 KB: ${bytes}`, bytes < 100000);
  const browser = await Browser.open(1100, 760);
  await play(browser, "webgl2", "");
  await slide(browser);
  await play(browser, "canvas", "&canvas");
  await browser.go("?seed=7&skip=3000&still");
  const native = execFileSync(argument, ["--autopilot", "--seed", "7", "--ticks", "3000", "--hash-every", "3000"]).toString();
  check("the hash is the native one", native.includes(`3000 ${await browser.run("return troupe.hash()")}`));
  const errors = await browser.errors();
  check(`no error on the console: ${errors[0]}`, errors.length === 0);
  await browser.close();
  await phone();
  console.log(`${passed} passed, ${failed} failed (${bytes} bytes to load)`);
}

async function screenshot() {
  const browser = await Browser.open(Number(process.env.WIDTH ?? 840), Number(process.env.HEIGHT ?? 720));
  await browser.go(process.env.QUERY ?? "?seed=5&attract&skip=9300");
  await sleep(Number(process.env.WAIT ?? 1200));
  writeFileSync(argument, await browser.picture());
  console.log(`${argument}: ${statSync(argument).size} bytes`);
  await browser.close();
}

try {
  await (errand === "test" ? test() : screenshot());
} catch (error) {
  console.log(`FAILED: ${error.message}`);
  failed++;
} finally {
  driver.kill();
  server.close();
  server.closeAllConnections();
  try { rmSync(profile, { recursive: true, force: true }); } catch { /* the browser still ends */ }
}
process.exit(failed > 0 ? 1 : 0);
