// Recordings and patterns: links, dropped files, the editor. The hash of the native game. The page opened from a file.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { check } from "./browser.mjs";

const text = (id) => `return document.getElementById("${id}").textContent`;
const inPage = (bytes) => `Uint8Array.from(atob("${Buffer.from(bytes).toString("base64")}"), (c) => c.charCodeAt(0))`;
/** A script that drops a file on the page. */
const drop = (name, bytes) => `const t = new DataTransfer(); t.items.add(new File([${inPage(bytes)}], "${name}"));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: t, bubbles: true, cancelable: true }))`;

/** The output of the native headless game for a recording. */
export function playNatively(headless, bytes) {
  const folder = mkdtempSync(join(tmpdir(), "troupe-"));
  writeFileSync(join(folder, "game.trp"), bytes);
  const said = execFileSync(headless, ["--replay", join(folder, "game.trp")]).toString();
  rmSync(folder, { recursive: true });
  return said;
}

/** Plays 50 seconds in the page, and replays the recording in the native game: the whole state is equal. */
export async function testHash(driver, headless) {
  const browser = await driver.open(700, 720);
  await browser.go("?seed=7&skip=50&still&nopanel");
  const recording = Buffer.from(await browser.run("return Array.from(troupe.recording())"));
  const said = playNatively(headless, recording);
  check(`the page's game equals the native one: ${said.trim()}`, said.includes(`hash ${await browser.run("return troupe.hash()")}`));
  check(`the recording is small: ${recording.length} bytes`, recording.length > 100 && recording.length < 1200);
  await browser.close();
}

export async function testLink(driver, headless) {
  const browser = await driver.open(1280, 720);
  await browser.go("?seed=4");
  await browser.keys("l");
  check("without a game there is no link", await browser.run("return document.getElementById('link').value") === "");
  await browser.keys("enter");
  await browser.until("return troupe.state().phase === 1");
  await browser.keys(["down", "space"], ["down", "left"], ["wait", 900], ["up", "left"], ["down", "right"], ["wait", 900], ["up", "right"], ["up", "space"]);
  await browser.plays(30);
  await browser.keys("p");
  await browser.until("return troupe.state().paused === 1");
  await browser.keys("l");
  await browser.until("return document.getElementById('link').value !== ''");
  const link = await browser.run("return document.getElementById('link').value");
  const { tick } = await browser.run("return troupe.state()");
  check(`L gives a link: ${link.length} letters for ${tick} ticks`, /#r=[\w-]{40,}/.test(link) && link.length < 500);
  const recording = Buffer.from(link.split("#r=")[1], "base64url");
  check("the native game replays the recording", playNatively(headless, recording).includes("hash "));
  await browser.go(link.replace(/^[^#]*/, "?again"));
  check("the link replays the game", await browser.run("return troupe.state().isReplay") === 1);
  check("... to the same end", await browser.until("return troupe.verdict().includes('THE SAME GAME')"));
  await browser.go("?again#r=VFJPVVBFrubbish");
  check("a damaged link is refused", await browser.run("return troupe.state().isReplay") === 0);
  await browser.run(drop("game.trp", recording));
  check("a dropped recording is replayed", await browser.until("return troupe.state().isReplay === 1"));
  check("no error", (await browser.errors()).length === 0);
  await browser.close();
}

const PATTERN = `<bulletml><action label="top"><repeat><times>99</times><action><fire><direction type="sequence">17</direction>
<speed>2</speed><bullet/></fire><wait>2</wait></action></repeat></action></bulletml>\n`;
const CHOSEN = "return document.getElementById('chosen').selectedOptions[0].textContent";
const IS_PLAYED = "const s = troupe.state(); return s.phase === 1 && s.bullets > 8";

export async function testEditor(driver) {
  const browser = await driver.open(1280, 720);
  await browser.go("?seed=4");
  await browser.run(drop("mine.xml", PATTERN));
  check("a dropped pattern is in the editor", await browser.until("return document.getElementById('source').value.includes('<times>99')"));
  check("... and played", await browser.until(IS_PLAYED));
  check("... and named in the list", await browser.run(CHOSEN) === "mine.xml");
  check("... and has no errors", await browser.run("return document.querySelectorAll('#wrong li').length") === 0);
  await browser.type("#source", "<oops>");
  check("an error is shown with its line", await browser.until("return /^line \\d+: /.test(document.querySelector('#wrong .bad')?.textContent ?? '')"));
  check("... and the line number is marked", await browser.run("return document.querySelectorAll('#gutter .bad').length") === 1);
  check("... while the last valid pattern goes on", (await browser.run(text("compiled"))).includes("goes on") && await browser.run("return troupe.state().phase") === 1);
  check("typing does not steer the game", await browser.run("return troupe.state().paused") === 0);
  await browser.run(`const s = document.getElementById("source"); s.value = s.value.replace("<oops>", "").replace(">17<", ">31<"); s.dispatchEvent(new Event("input"))`);
  check("after the repair the pattern is played again", await browser.until("return document.querySelectorAll('#wrong li').length === 0 && /words/.test(document.getElementById('compiled').textContent)"));
  await browser.plays(60);
  const link = await browser.run("return troupe.parts.share.link()");
  check("a link contains the pattern", /&p=[\w-]+/.test(link));
  await browser.run(`const c = document.getElementById("chosen"); c.value = "whirl"; c.dispatchEvent(new Event("change"))`);
  check("one of the game's own patterns can be chosen", await browser.until("return document.getElementById('source').value.includes('bulletml')") &&
    await browser.until(IS_PLAYED));
  await browser.click("#leave");
  check("the button returns to the waves", await browser.until("return troupe.state().phase === 0"));
  await browser.run(`const s = document.getElementById("source"); s.value = ${JSON.stringify(PATTERN)}; s.dispatchEvent(new Event("input"))`);
  check("a pattern that is typed without a choice is named in the list", await browser.run(CHOSEN) === "a new pattern");
  check("... and played", await browser.until(IS_PLAYED));
  await browser.go(link.replace(/^[^#]*/, "?again"));
  check("the link replays the game with its pattern", await browser.run("return troupe.state().isReplay") === 1);
  check("... to the same end", await browser.until("return troupe.verdict().includes('THE SAME GAME')"));
  await browser.go(link.replace(/^[^#]*/, "?more").replace(/&p=.*/, "&p=PGJ1bGxldG1sPg"));
  check("a link with an invalid pattern is refused", await browser.run("return troupe.state().isReplay") === 0);
  check("no error", (await browser.errors()).length === 0);
  await browser.close();
}

/** The page is one file: it needs no server and no other file. */
export async function testFile(driver, folder) {
  const alone = mkdtempSync(join(tmpdir(), "troupe-"));
  writeFileSync(join(alone, "game.html"), readFileSync(resolve(folder, "index.html")));
  const browser = await driver.open(1280, 720);
  await browser.go(pathToFileURL(join(alone, "game.html")).href + "?seed=3&motes=2000");
  await browser.keys("enter");
  check("file://: it is played", await browser.until("return troupe.state().phase === 1"));
  check("file://: the rivals run", await browser.until("return troupe.parts.race.times.every((ns) => ns > 0)"));
  await browser.run(drop("mine.xml", PATTERN));
  check("file://: patterns are compiled", await browser.until("return /words/.test(document.getElementById('compiled').textContent)"));
  check("file://: no error", (await browser.errors()).length === 0);
  await browser.close();
  rmSync(alone, { recursive: true });
}
