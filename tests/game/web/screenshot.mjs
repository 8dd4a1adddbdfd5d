// The README's picture of the page: node screenshot.mjs folder file. WIDTH, HEIGHT, QUERY and WAIT (ms) choose another.
import { writeFileSync, statSync } from "node:fs";
import { begin, sleep } from "./browser.mjs";

const [folder, file] = process.argv.slice(2);
const { WIDTH = 1280, HEIGHT = 720, QUERY = "?seed=5&attract&skip=9300&motes=5000", WAIT = 12000, CLICK, TOUCH } = process.env;
const driver = await begin(folder);
try {
  const browser = await driver.open(Number(WIDTH), Number(HEIGHT), { touch: Boolean(TOUCH) });
  await browser.go(QUERY);
  if (CLICK) await browser.click(...CLICK.split(",").map((it) => (Number.isNaN(Number(it)) ? it : Number(it))));
  await sleep(Number(WAIT));
  writeFileSync(file, await browser.picture());
  console.log(`${file}: ${statSync(file).size} bytes`);
  await browser.close();
} finally {
  driver.close();
}
process.exit(0);
