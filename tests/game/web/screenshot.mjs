// Takes the README's picture of the page: node screenshot.mjs folder file. The environment may set WIDTH, HEIGHT, QUERY
// and WAIT (ms).
import { writeFileSync, statSync } from "node:fs";
import { begin, sleep } from "./browser.mjs";

const [folder, file] = process.argv.slice(2);
const { WIDTH = 1280, HEIGHT = 720, QUERY = "?seed=5&attract&skip=155&motes=3000", WAIT = 14000, TOUCH } = process.env;
const LOOK = `for (let y = 90; y < 400; y += 5) for (let x = 20; x < 300; x += 5)
  if (troupe.pick(x, y) && troupe.marked().pool === "bullets") { troupe.parts.panel.showMarked(); return; }`;
const driver = await begin(folder);
try {
  const browser = await driver.open(Number(WIDTH), Number(HEIGHT), { touch: Boolean(TOUCH) });
  await browser.go(QUERY);
  await sleep(Number(WAIT));
  if (await browser.run("return document.body.classList.contains('with-panel')")) await browser.run(LOOK);
  await sleep(300);
  writeFileSync(file, await browser.picture());
  console.log(`${file}: ${statSync(file).size} bytes`);
  await browser.close();
} finally {
  driver.close();
}
process.exit(0);
