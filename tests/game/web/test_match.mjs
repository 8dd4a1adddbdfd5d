// Two pages against each other: each in a browser of its own, the relay between them.
import { check } from "./browser.mjs";
import { playNatively } from "./test_files.mjs";

const state = "return troupe.parts.match.state()";

/** Keys and hash of both up to the same tick: the recordings have the same beginning. */
async function recordingOf(browser) {
  return Buffer.from(await browser.run("return Array.from(troupe.recording())"));
}

export async function testPair(driver, headless) {
  const query = "?pair=test&nopanel&canvas&attract";
  const [first, second] = [await driver.open(390, 844), await driver.open(390, 844)];
  await first.go(query);
  await first.plays(30);
  check("alone it waits", !(await first.run(state)).isMatch);
  await second.go(query);
  check("two pages meet", await first.until("return troupe.parts.match.state().isMatch === 1") &&
    await second.until("return troupe.parts.match.state().isMatch === 1"));
  check("... and play", await first.until("return troupe.parts.match.state().hashes >= 15") &&
    await second.until("return troupe.parts.match.state().hashes >= 15"));
  const [a, b] = [await first.run(state), await second.run(state)];
  console.log(`  pages: ${a.tick} and ${b.tick} ticks, ${a.hashes} hashes alike, back ${a.furthest} and ${b.furthest} ticks at most`);
  check("... as first and second player", a.me + b.me === 1);
  check("... the same game, at most eight ticks back", a.desync === 0 && b.desync === 0 && a.furthest <= 8 && b.furthest <= 8);
  const [one, other] = [await recordingOf(first), await recordingOf(second)];
  const same = Math.min(one.length, other.length) - 8;
  check("... with the same keys of both", same > 80 && one.subarray(56, same).equals(other.subarray(56, same)));
  const hash = await playNatively(headless, one);
  check(`... which the native game plays: ${hash.trim()}`, hash.includes("hash"));
  await first.run("troupe.parts.match.leave()");
  check("one leaves: the other page says so, and goes on alone", await second.until("return troupe.parts.match.state().isMatch === 0"));
  const before = (await second.run("return troupe.state()")).tick;
  check("... with its game", await second.until(`return troupe.state().tick > ${before} + 5 && troupe.state().phase > 0`));
  const errors = [...await first.errors(), ...await second.errors()];
  check(`without errors ${JSON.stringify(errors)}`, errors.length === 0);
  await Promise.all([first.close(), second.close()]);
}

/** Against the autopilot, over a network that sliders make worse. */
export async function testDuel(driver) {
  const browser = await driver.open(1280, 720);
  const slide = (id, value) => browser.run(`const s = document.getElementById("${id}"); s.value = ${value}; s.dispatchEvent(new Event("input"))`);
  await browser.go("?seed=3&canvas&nopanel");
  await browser.run("document.getElementById('duel').click()");
  check("duel: a game of two begins", await browser.until(`${state}.isMatch === 1`));
  check("... and is the same on both sides", await browser.until(`${state}.hashes >= 5`));
  check("... with the delay of its network", await browser.until(`const s = troupe.parts.match.state(); return s.ping >= 90 && s.delay >= 3 && s.delay <= 5`));
  await slide("trip", 240);
  await slide("loss", 10);
  check("duel: the network gets worse", await browser.until(`const s = troupe.parts.match.state(); return s.ping >= 200 && s.delay === 6`));
  check("... and the game goes back more", await browser.until(`${state}.again > 30`));
  check("... and stays the same", (await browser.run(state)).desync === 0);
  await browser.run("troupe.parts.match.leave()");
  check("duel: it can be left", await browser.until(`${state}.isMatch === 0`));
  check("... and begun again", await browser.run("document.getElementById('duel').click()") === null && await browser.until(`${state}.isMatch === 1`));
  check("duel: no error", (await browser.errors()).length === 0);
  await browser.close();
}

/** A stranger in the place of the second player sends anything: the page goes on. */
export async function testFlood(driver) {
  const browser = await driver.open(390, 844);
  await browser.go("?pair=flood&nopanel&canvas");
  await browser.plays(15);
  await browser.run(`const s = new WebSocket("ws://" + location.host + "/pair/flood"); globalThis.flood = 0;
    s.onopen = () => setInterval(() => { for (let i = 0; i < 50 && s.readyState === 1; i++, flood++)
      s.send(crypto.getRandomValues(new Uint8Array(1 + Math.random() * 2000))); }, 20)`);
  check("garbage comes", await browser.until("return flood > 2000"));
  const tick = (await browser.run("return troupe.state()")).tick;
  check("... and harms nothing", await browser.until(`return troupe.state().tick > ${tick} + 20`) && !(await browser.run(state)).isMatch);
  check("... without errors", (await browser.errors()).length === 0);
  await browser.close();
}
