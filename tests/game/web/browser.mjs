// Headless Chromium, driven by chromedriver over the WebDriver protocol, and helpers of the page's tests.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const KEYS = { enter: "\uE007", left: "\uE012", up: "\uE013", right: "\uE014", down: "\uE015", space: " ", shift: "\uE008", tab: "\uE004",
  escape: "\uE00C", backspace: "\uE003", f5: "\uE035", f9: "\uE039" };
const PATIENCE = 60000;  // milliseconds
const PATIENCE_FRAMES = 1800;
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Starts a program and waits for what it says: { program, said }. */
async function start(name, options, pattern) {
  const program = spawn(name, options, { stdio: ["ignore", "pipe", "ignore"] });
  const said = await new Promise((done, failed) => {
    program.stdout.on("data", (text) => { const found = pattern.exec(text); if (found) done(found[1]); });
    program.on("error", failed);
  });
  return { program, said };
}

/** Starts a chromedriver and a server of the folder: { open(width, height, options), close() }. */
export async function begin(folder) {
  const profile = mkdtempSync(join(tmpdir(), "troupe-"));
  const script = join(dirname(fileURLToPath(import.meta.url)), "serve.py");
  const server = await start("python3", [script, folder, "0"], /localhost:(\d+)/);
  const driver = await start("chromedriver", ["--port=0"], /successfully on port (\d+)/);
  const from = { port: driver.said, profile, page: `http://127.0.0.1:${server.said}/` };
  return {
    open: (width, height, options) => Browser.open(from, width, height, options),
    close() {
      driver.program.kill();
      server.program.kill();
      try { rmSync(profile, { recursive: true, force: true }); } catch { /* the browser is still exiting */ }
    },
  };
}

export class Browser {
  /** `args` are added to Chromium's arguments; `script` runs before the scripts of the page. */
  static async open(from, width, height, { args = [], script = "", touch = false } = {}) {
    const all = ["--headless=new", "--no-sandbox", "--disable-quic", "--no-first-run", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
      "--hide-scrollbars", "--autoplay-policy=no-user-gesture-required", `--user-data-dir=${mkdtempSync(join(from.profile, "p"))}`, ...args];
    const wanted = { browserName: "chrome", "goog:chromeOptions": { args: all, binary: process.env.CHROMIUM ?? undefined },
      "goog:loggingPrefs": { browser: "ALL" }, timeouts: { script: 120000 } };
    const it = Object.assign(new Browser(), from);
    const { sessionId } = await it.ask("POST", "/session", { capabilities: { alwaysMatch: wanted } });
    it.path = `/session/${sessionId}`;
    await it.resize(width, height, touch);
    if (touch) await it.command("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
    if (script) await it.command("Page.addScriptToEvaluateOnNewDocument", { source: script });
    return it;
  }

  async ask(method, path, body) {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (value?.error) throw new Error(`${path}: ${value.message.split("\n")[0]}`);
    return value;
  }
  command(cmd, params) { return this.ask("POST", `${this.path}/goog/cdp/execute`, { cmd, params }); }
  resize(width, height, mobile = false) {
    return this.command("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
  }
  run(script) { return this.ask("POST", `${this.path}/execute/sync`, { script, args: [] }); }
  /** Loads the page with options, or another address. */
  async go(query) {
    await this.ask("POST", `${this.path}/url`, { url: /^(file|http):/.test(query) ? query : this.page + query });
    if (!await this.until("return !!globalThis.troupe")) throw new Error("the page did not start: " + (await this.errors()).join(" "));
    await sleep(200);
  }
  /** Waits until the script returns true: at least PATIENCE, and as many frames as that would be on an idle machine, since
   * much takes frames, and a busy machine shows a few per second. */
  async until(script) {
    const frames = () => this.run("return globalThis.troupe?.frames ?? -1");
    const begun = Date.now(), first = await frames();
    const waits = async () => Date.now() < begun + PATIENCE ||
      (first >= 0 && Date.now() < begun + 5 * PATIENCE && await frames() < first + PATIENCE_FRAMES);
    for (; await waits(); await sleep(100)) if (await this.run(script)) return true;
    return false;
  }
  /** Waits until the page has drawn two frames: the layout after a change. */
  frames() { return this.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"); }
  /** Waits until the game has gone on by so many ticks. */
  async plays(ticks) {
    const { tick } = await this.run("return troupe.state()");
    return this.until(`return troupe.state().tick >= ${tick + ticks}`);
  }
  /** Holds a key until the script returns true. */
  async holds(key, script) {
    await this.keys(["down", key]);
    const isSo = await this.until(script);
    await this.keys(["up", key]);
    return isSo;
  }
  /** Sends keys as a player presses them: ["down", "left"], ["wait", 300], ["up", "left"]. A name alone is a short
   * press. */
  async keys(...steps) {
    const actions = steps.flatMap((step) => typeof step === "string" ? [["down", step], ["wait", 80], ["up", step], ["wait", 30]] : [step])
      .map(([type, key]) => type === "wait" ? { type: "pause", duration: key } : { type: type === "down" ? "keyDown" : "keyUp", value: KEYS[key] ?? key });
    await this.ask("POST", `${this.path}/actions`, { actions: [{ type: "key", id: "keys", actions }] });
  }
  /** Clicks on a point of the page, or on the middle of an element. */
  async click(x, y) {
    if (typeof x === "string") [x, y] = await this.run(
      `const e = document.querySelector("${x}"); e.scrollIntoView({ block: "nearest" }); const b = e.getBoundingClientRect();
      return [b.x + b.width / 2, b.y + b.height / 2]`);
    const actions = [{ type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) }, { type: "pointerDown", button: 0 },
      { type: "pause", duration: 60 }, { type: "pointerUp", button: 0 }];
    await this.ask("POST", `${this.path}/actions`, { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
  }
  /** Sends "touchStart", "touchMove" or "touchEnd" with fingers at these points. */
  touch(type, ...points) { return this.command("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) }); }
  /** Types at the end of an element's text. */
  async type(selector, text) {
    const element = await this.ask("POST", `${this.path}/element`, { using: "css selector", value: selector });
    await this.ask("POST", `${this.path}/element/${element[ELEMENT]}/value`, { text });
  }
  /** A picture of the page. (The driver's own call gives a busy machine 10 seconds, the browser's any time.) */
  async picture() {
    const { data } = await this.command("Page.captureScreenshot", { format: "png" });
    return Buffer.from(data, "base64");
  }
  async errors() {
    const log = await this.ask("POST", `${this.path}/se/log`, { type: "browser" });
    return log.filter((line) => line.level === "SEVERE").map((line) => line.message);
  }
  close() { return this.ask("DELETE", this.path); }
}

const count = { passed: 0, failed: [] };
export function check(what, isSo) {
  if (isSo) count.passed++;
  else {
    count.failed.push(what);
    console.log(`FAILED: ${what}`);
  }
  return isSo;
}
export const counted = () => count;
