// Keys, gamepads and touches as the core's input bits. Each press has the time of its event, so that short presses count
// however long a frame takes (stage/keys.h).
import { $ } from "./dom.js";
import { KEY, WIDTH } from "./core.js";

const KEYS = {
  ArrowLeft: KEY.left, KeyA: KEY.left, ArrowRight: KEY.right, KeyD: KEY.right, ArrowUp: KEY.up, KeyW: KEY.up,
  ArrowDown: KEY.down, KeyS: KEY.down, KeyZ: KEY.shoot, Space: KEY.shoot, ShiftLeft: KEY.focus, ShiftRight: KEY.focus,
  KeyX: KEY.bomb, KeyB: KEY.bomb, KeyC: KEY.turn, KeyV: KEY.turn, KeyE: KEY.rewind, Backspace: KEY.rewind, KeyP: KEY.pause, KeyN: KEY.step, Escape: KEY.pause, Enter: KEY.start, NumpadEnter: KEY.start,
};
// In the standard mapping of gamepads.
const BUTTONS = { 0: KEY.shoot, 1: KEY.bomb, 2: KEY.focus, 3: KEY.turn, 4: KEY.rewind, 5: KEY.focus, 8: KEY.pause, 9: KEY.start,
  12: KEY.up, 13: KEY.down, 14: KEY.left, 15: KEY.right };
const PLAY = 0.35;  // dead zone of a stick
const DRAG = 1.4;   // the ship moves further than the finger
const NEAR = 2;     // units: the ship stops this near to its target
const TAP = 9;      // pixels: a shorter drag is a click

/** True if the key belongs to the focused element, not to the game. */
function isTaken(event) {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog")) return true;
  if (target.closest("textarea, select, [contenteditable], input:not([type=range])")) return true;
  if (target.closest("input[type=range]")) return event.code.startsWith("Arrow");
  return target.closest("button, a, summary") !== null && ["Enter", "Space", "NumpadEnter"].includes(event.code);
}

export class Input {
  #down = new Set();
  #pad = 0;         // the bits that gamepads hold
  #finger = null;   // the pointer that steers: its start and its position
  #wanted = null;   // the ship's target

  /** Touches count on all of `stage`. `shortcuts` maps further key codes to functions. `click` receives points of the
   * field. */
  constructor(core, stage, shortcuts, click) {
    Object.assign(this, { core, stage, shortcuts, click });
    addEventListener("keydown", (event) => this.#key(event, true));
    addEventListener("keyup", (event) => this.#key(event, false));
    addEventListener("blur", () => this.#forget());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.#forget(); });
    stage.addEventListener("pointerdown", (event) => this.#touch(event));
    stage.addEventListener("pointermove", (event) => this.#drag(event));
    for (const name of ["pointerup", "pointercancel"]) stage.addEventListener(name, (event) => this.#lift(event));
  }

  /** Presses and releases a key. */
  press(bits) {
    const time = performance.now() / 1000;
    this.core.key(bits, true, time);
    this.core.key(bits, false, time);
  }

  /** Makes a button hold the bits while a finger or the mouse presses it. */
  hold(button, bits) {
    let isDown = false;
    const set = (now) => { if (now !== isDown) this.core.key(bits, isDown = now, performance.now() / 1000); };
    button.addEventListener("pointerdown", (event) => { set(true); button.setPointerCapture(event.pointerId); });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(name, () => set(false));
  }

  /** The bits held by a finger, which steers the ship from its position in `state`. Polls gamepads as well. */
  read(state) {
    this.#askPads();
    return this.#finger?.steers ? this.#steer(state) : 0;
  }

  #key(event, isDown) {
    if (event.ctrlKey || event.altKey || event.metaKey || (isDown && isTaken(event))) return;
    const shortcut = this.shortcuts[event.code];
    if (shortcut && isDown && !event.repeat) shortcut();
    if (isDown && (shortcut || event.code in KEYS)) event.preventDefault();  // on release the default stays: it clicks a focused button
    if (!(event.code in KEYS) || this.#down.has(event.code) === isDown) return;
    if (isDown) this.#down.add(event.code);
    else this.#down.delete(event.code);
    this.core.key(KEYS[event.code], isDown, event.timeStamp / 1000);
  }

  #forget() {
    this.#down.clear();
    this.#pad = 0;
    this.#finger = this.#wanted = null;
    this.core.forgetKeys();
  }

  #askPads() {
    let held = 0;
    for (const pad of navigator.getGamepads?.() ?? []) {
      if (!pad?.connected) continue;
      for (const [number, bit] of Object.entries(BUTTONS)) if (pad.buttons[number]?.pressed) held |= bit;
      const [x, y] = pad.axes;
      held |= x < -PLAY ? KEY.left : x > PLAY ? KEY.right : 0;
      held |= y < -PLAY ? KEY.up : y > PLAY ? KEY.down : 0;
    }
    const time = performance.now() / 1000;
    if (held & ~this.#pad) this.core.key(held & ~this.#pad, true, time);
    if (this.#pad & ~held) this.core.key(this.#pad & ~held, false, time);
    this.#pad = held;
  }

  #touch(event) {
    event.preventDefault();
    document.activeElement?.blur?.();
    if (this.#finger) return event.pointerType === "mouse" ? undefined : this.press(KEY.bomb);  // a second finger
    this.#finger = { id: event.pointerId, x: event.clientX, y: event.clientY, fromX: event.clientX, fromY: event.clientY,
      steers: event.pointerType !== "mouse" };
    this.#wanted = null;
    if (this.#finger.steers) this.press(KEY.start);
    try { this.stage.setPointerCapture(event.pointerId); } catch { /* the pointer is already up */ }
  }

  #drag(event) {
    const finger = this.#finger;
    if (event.pointerId !== finger?.id) return;
    const scale = DRAG * WIDTH / $("field").clientWidth;
    if (this.#wanted) {
      this.#wanted.x += (event.clientX - finger.x) * scale;
      this.#wanted.y += (event.clientY - finger.y) * scale;
    }
    [finger.x, finger.y] = [event.clientX, event.clientY];
  }

  #lift(event) {
    const finger = this.#finger;
    if (event.pointerId !== finger?.id) return;
    const isClick = Math.hypot(event.clientX - finger.fromX, event.clientY - finger.fromY) < TAP;
    if (isClick && event.type === "pointerup") this.click(...this.#place(event));
    this.#finger = this.#wanted = null;
  }

  /** The point of the field. */
  #place(event) {
    const box = $("field").getBoundingClientRect(), scale = WIDTH / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }

  #steer({ shipX, shipY, shipIsThere }) {
    if (!shipIsThere) return KEY.shoot;
    this.#wanted ??= { x: shipX, y: shipY };
    const { x, y } = this.#wanted;
    return KEY.shoot | (shipX > x + NEAR ? KEY.left : 0) | (shipX < x - NEAR ? KEY.right : 0) |
      (shipY > y + NEAR ? KEY.up : 0) | (shipY < y - NEAR ? KEY.down : 0);
  }
}
