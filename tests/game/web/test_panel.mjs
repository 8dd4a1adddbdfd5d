// The panel: its values, its control of the storm, the keyboard focus, and its layout on screens.
import { check } from "./browser.mjs";

const text = (id) => `return document.getElementById("${id}").textContent`;
const slide = (id, value) => `const s = document.getElementById("${id}"); s.value = ${value}; s.dispatchEvent(new Event("input"))`;
const SHIP = `const s = troupe.state(), b = document.getElementById("field").getBoundingClientRect();
  return [b.x + s.shipX * b.width / 320, b.y + s.shipY * b.height / 480]`;

export async function testFrameBar(driver) {
  const browser = await driver.open(1280, 720);
  await browser.go("?seed=5&attract&skip=50");
  check("bar: all parts are measured", await browser.until(
    "const r = troupe.report(); return r.library > 0 && r.game > 0 && r.drawing > 0 && r.frame > 0"));
  const { library, game, drawing, frame, tick } = await browser.run("return troupe.report()");
  check(`bar: the parts are not more than the frame: ${[library, game, drawing, frame]}`, library + game + drawing <= frame);
  check("bar: a tick's library is a part of the tick", library > 0 && tick > 0);
  await browser.until("return parseFloat(document.getElementById('bar-library').style.width) > 0");
  const widths = await browser.run(`return ["library", "game", "drawing", "rest"].map((p) => document.getElementById("bar-" + p).getBoundingClientRect().width)`);
  const all = await browser.run("return document.getElementById('bar').getBoundingClientRect().width");
  check(`bar: its parts fill it: ${widths} of ${all}`, Math.abs(widths.reduce((a, b) => a + b) - all) < 3);
  check("panel: pools and layers fit 1280 by 720", await browser.run(
    "const t = document.getElementById('tab-work'); return t.scrollHeight <= t.clientHeight && t.scrollWidth <= t.clientWidth"));
  await browser.click(240, 150);
  check("panel: ... also when an actor is looked at", await browser.until(
    "return document.getElementById('tab-work').lastElementChild.querySelector('p').getBoundingClientRect().bottom <= innerHeight"));
  check("panel: every pool is there", await browser.run("return document.querySelectorAll('.pool').length") === 12);
  check("panel: it counts actors", Number((await browser.run(text("actors"))).replace(/,/g, "")) > 100);
  await browser.close();
}

export async function testStorm(driver) {
  const browser = await driver.open(1280, 720);
  await browser.go("?seed=3");
  await browser.run(slide("motes", 20000));
  check("storm: the slider makes 20,000", await browser.until(
    "return troupe.panel().pools.at(-1).live === 20000 && Number(document.getElementById('actors').textContent.replace(/,/g, '')) > 20000"));
  check("storm: motes die and are born", await browser.until("const p = troupe.panel().pools.at(-1); return p.created > 1000 && p.recycled > 1000"));
  check("storm: a mote's time is shown", await browser.until("return Number(document.getElementById('each').textContent) > 0"));
  check("storm: all three rivals are timed", await browser.until("return troupe.parts.race.times.every((ns) => ns > 0)"));
  check("storm: all three have the same result", await browser.until("return troupe.parts.race.agrees"));
  check("storm: three lines are drawn", await browser.run("return document.querySelectorAll('.rival').length") === 3);
  await browser.run(slide("churn", 100));
  check("storm: the churn is set", await browser.until("return troupe.report().churn === 100"));
  await browser.run(slide("motes", 100000));
  check("storm: 100,000", await browser.until("return troupe.panel().pools.at(-1).live === 100000"));
  await browser.run(slide("motes", 0));
  check("storm: no motes", await browser.until("return troupe.panel().pools.at(-1).live === 0"));
  check("storm: no error", (await browser.errors()).length === 0);
  await browser.close();
}

const SAID = `const m = document.querySelector("#said .message"); return m ? m.textContent + "|" + document.querySelector("#said p:last-child").textContent : ""`;

export async function testMistakes(driver) {
  const browser = await driver.open(1280, 720);
  await browser.go("?seed=3");
  const results = [];
  for (let mistake = 0; mistake < 4; mistake++) {
    await browser.click(`[data-err='${mistake}']`);
    await browser.until(`return (() => { ${SAID} })() !== ${JSON.stringify(results.at(-1) ?? "")}`);
    results.push(await browser.run(SAID));
    check(`mistake ${mistake}: the library reports it`, results[mistake].split("|")[0].length > 30);
    check(`mistake ${mistake}: every invariant holds`, results[mistake].includes("every invariant holds"));
  }
  check("the four messages differ", new Set(results).size === 4);
  check("a double recycle is reported as such", results[0].includes("TRP_ERR_FREE"));
  check("mistakes: no error", (await browser.errors()).length === 0);
  await browser.close();
}

export async function testLook(driver) {
  const browser = await driver.open(1280, 720);
  await browser.go("?seed=3");
  await browser.keys("enter");
  await browser.until("return troupe.state().phase === 1 && troupe.state().shipIsThere");
  await browser.plays(42);
  await browser.keys("p");
  await browser.until("return troupe.state().paused === 1");
  await browser.click(...await browser.run(SHIP));
  await browser.until(`return document.getElementById("facts").textContent.includes("ship")`);
  const facts = await browser.run(text("facts"));
  check(`a click shows the actor there: ${facts.slice(0, 40)}`, facts.includes("ship, slot 0") && facts.includes("generation") && facts.includes("handle"));
  await browser.click(3, 350);
  check("... or that there is none", await browser.until("return !document.getElementById('facts').textContent.includes('ship')") &&
    await browser.run("return !document.getElementById('look').hidden"));
  await browser.close();
}

/** A player that does nothing is hit. */
export async function testKill(driver) {
  const browser = await driver.open(1280, 720);
  await browser.go("?seed=3&wave=11&lives=1");
  await browser.keys("enter");
  check("black box: it names what hit the player", await browser.until("return !document.getElementById('kill-part').hidden"));
  const kill = await browser.run(text("kill"));
  check(`black box: the killer, its maker, the tick: ${kill.slice(0, 60)}`, /generation/.test(kill) && /tick \d/.test(kill) && /birth at/.test(kill));
  const { tick } = await browser.run("return troupe.state()");
  await browser.keys("k");
  check("K shows the last three seconds again", await browser.until(`return troupe.isHit() && troupe.state().tick < ${tick}`));
  check("... up to where the game was", await browser.until(`return !troupe.isHit() && troupe.state().tick >= ${tick}`));
  await browser.close();
}

export async function testFocus(driver) {
  const browser = await driver.open(1280, 720);
  await browser.go("?seed=3");
  await browser.keys("enter");
  await browser.until("return troupe.state().phase === 1");
  const { bombs } = await browser.run("return troupe.state()");
  await browser.click("#button-bomb");
  check("the button drops a bomb", await browser.until(`return troupe.state().bombs === ${bombs - 1}`));
  await browser.click("#button-pause");
  check("the button pauses", await browser.until("return troupe.state().paused === 1"));
  await browser.click("#button-pause");
  check("... and continues", await browser.until("return troupe.state().paused === 0"));
  await browser.click("#motes");
  const motes = await browser.run("return document.getElementById('motes').value");
  const { shipX } = await browser.run("return troupe.state()");
  check("after a click on the slider, arrows move the ship", await browser.holds("left", `return troupe.state().shipX < ${shipX} - 8`));
  check("... and not the slider", Number(motes) > 0 && await browser.run("return document.getElementById('motes').value") === motes);
  await browser.run("document.getElementById('churn').focus()");
  await browser.keys("right");
  check("arrows move a slider that has the keyboard focus", await browser.until("return document.getElementById('churn').value === '11'"));
  const toggles = async (key) => {
    const was = await browser.run("return document.body.classList.contains('with-panel')");
    await browser.run("document.getElementById('button-panel').focus()");
    await browser.keys(key);
    return browser.until(`return document.body.classList.contains('with-panel') !== ${was}`);
  };
  check("Enter works on a focused button", await toggles("enter"));
  check("Space, too", await toggles("space"));
  await browser.run("document.activeElement.blur()");
  await browser.keys("t");
  check("T toggles the panel", await browser.until("return !document.body.classList.contains('with-panel')"));
  await browser.close();
}

/** Each item of the panel has its lines beside it. */
export async function testSources(driver) {
  const browser = await driver.open(1280, 720);
  await browser.go("?seed=3&panel");
  const places = await browser.run("return [...document.querySelectorAll('[data-source]')].map((e) => e.dataset.source)");
  check(`sources: ${places.length} links`, places.length > 10);
  for (const place of places) {
    await browser.run(`document.querySelector("[data-source='${place}'] .source").click()`);
    const isShown = await browser.until("return document.getElementById('code').open && document.querySelectorAll('#code .here').length > 2");
    const first = await browser.run("return document.querySelector('#code .here').textContent");
    check(`sources: ${place} is shown: ${first.trim()}`, isShown && first.includes(`${place.split(":")[1]}(`));
    await browser.run("document.getElementById('code').close()");
  }
  await browser.run("document.querySelector('.source').click()");
  await browser.until("return document.getElementById('code').open");
  const { paused, phase } = await browser.run("return troupe.state()");
  await browser.keys("p");
  await browser.keys("enter");
  check("sources: keys are not the game's meanwhile", await browser.until(`const s = troupe.state(); return s.paused === ${paused} && s.phase === ${phase}`));
  check("sources: no error", (await browser.errors()).length === 0);
  await browser.close();
}

const CLEAR = `const field = document.getElementById("field").getBoundingClientRect();
  return ![...document.querySelectorAll("nav button")].some((e) => { const b = e.getBoundingClientRect();
  return b.left < field.right && b.right > field.left && b.top < field.bottom && b.bottom > field.top; })`;
const REACHED = `return [...document.querySelectorAll("nav button")].every((e) => { const b = e.getBoundingClientRect();
  return document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2) === e; })`;

/** Sizes from phones to full screens. */
export async function testSizes(driver) {
  const browser = await driver.open(1280, 720);
  await browser.go("?seed=3");
  for (const [width, height] of [[1920, 1080], [1280, 720], [1024, 768], [844, 390], [740, 560], [600, 960], [390, 844], [320, 568]]) {
    await browser.resize(width, height, width < 600);
    await browser.frames();
    for (const isShown of [false, true]) {
      const name = `${width} by ${height}, panel ${isShown ? "on" : "off"}`;
      await browser.run(`if (document.body.classList.contains("with-panel") !== ${isShown}) document.getElementById("button-panel").click()`);
      await browser.frames();
      check(`${name}: no button covers the field`, await browser.until(CLEAR));
      check(`${name}: every button can be reached`, await browser.until(REACHED));
      check(`${name}: the page does not scroll`, await browser.until(
        "const e = document.documentElement; return e.scrollWidth <= innerWidth && e.scrollHeight <= innerHeight"));
      if (!isShown) continue;
      check(`${name}: the panel has room`, await browser.until("const b = document.getElementById('panel').getBoundingClientRect(); return b.height > 90 && b.width > 180"));
      check(`${name}: a click on the button hides it`, await (async () => {
        await browser.click("#button-panel");
        return browser.until("return !document.body.classList.contains('with-panel')");
      })());
    }
  }
  await browser.resize(1920, 1080);
  await browser.run("document.getElementById('button-panel').click()");
  const size = await browser.run("return parseFloat(getComputedStyle(document.querySelector('.small')).fontSize)");
  check(`1080p: its text is large enough: ${size}`, size >= 15);
  check("1080p: nothing is left empty beside it", await browser.until(`const f = document.getElementById("field").getBoundingClientRect(),
    p = document.getElementById("panel").getBoundingClientRect(); return f.left < 3 && p.left - f.right < 3 && innerWidth - p.right < 3`));
  await browser.close();
}
