// Plays the page in headless Chromium as a player does: node test_web.mjs folder headless [name...]. `headless` is the
// native headless game. Names select some of the tests.
import { statSync } from "node:fs";
import { join } from "node:path";
import { begin, check, counted } from "./browser.mjs";
import { testKeys, testTaps, testPast, testPad, testTouch, testSound, testLost, testScore } from "./test_play.mjs";
import { testFrameBar, testStorm, testMistakes, testLook, testKill, testFocus, testSizes, testSources } from "./test_panel.mjs";
import { testPair, testFlood, testDuel } from "./test_match.mjs";
import { testHash, testLink, testEditor, testFile } from "./test_files.mjs";

const MOST_BYTES = 400000;
const [folder, headless, ...wanted] = process.argv.slice(2);
const bytes = statSync(join(folder, "index.html")).size;
const tests = {
  webgl: (driver) => testKeys(driver, "webgl2"), canvas: (driver) => testKeys(driver, "canvas"), taps: testTaps, past: testPast, pad: testPad, touch: testTouch,
  sound: testSound, lost: testLost, score: testScore, bar: testFrameBar, storm: testStorm, mistakes: testMistakes, look: testLook,
  kill: testKill, focus: testFocus, sizes: testSizes, hash: (driver) => testHash(driver, headless), link: (driver) => testLink(driver, headless),
  pair: (driver) => testPair(driver, headless), flood: testFlood, duel: testDuel, sources: testSources,
  editor: testEditor, file: (driver) => testFile(driver, folder),
};
const driver = await begin(folder);
check(`the page is small: ${bytes} bytes`, bytes < MOST_BYTES);
for (const [name, test] of Object.entries(tests)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    await test(driver);
  } catch (error) {
    check(`${name}: ${error.message}`, false);
  }
}
driver.close();
const { passed, failed } = counted();
console.log(`${passed} passed, ${failed.length} failed (${bytes} bytes to load)${failed.map((what) => `\n  failed: ${what}`).join("")}`);
process.exit(failed.length > 0 ? 1 : 0);
