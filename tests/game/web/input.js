// Keys, and fingers on a screen, as the bits that the core takes.
import { KEY, WIDTH, SPRITE_BYTES, KIND } from "./core.js";

const KEYS = {
  ArrowLeft: KEY.left, KeyA: KEY.left, ArrowRight: KEY.right, KeyD: KEY.right, ArrowUp: KEY.up, KeyW: KEY.up,
  ArrowDown: KEY.down, KeyS: KEY.down, KeyZ: KEY.shoot, Space: KEY.shoot, ShiftLeft: KEY.focus, ShiftRight: KEY.focus,
  KeyX: KEY.bomb, KeyB: KEY.bomb, KeyP: KEY.pause, Escape: KEY.pause, Enter: KEY.start, NumpadEnter: KEY.start,
};
const DRAG = 1.4;  // the ship goes further than the finger
const NEAR = 2;    // units from where it is wanted

/** Where the ship is among the sprites, or null. */
function ship(sprites) {
  const view = new DataView(sprites.buffer, sprites.byteOffset, sprites.byteLength);
  for (let at = 0; at < sprites.length; at += SPRITE_BYTES)
    if (sprites[at + 16] === KIND.ship) return { x: view.getFloat32(at, true), y: view.getFloat32(at + 4, true) };
  return null;
}

export class Input {
  #down = new Set();
  #pressed = 0;       // told once, however short the press was
  #finger = null;     // the pointer that steers
  #wanted = null;     // where it wants the ship
  #last = null;

  constructor(field) {
    this.field = field;
    addEventListener("keydown", (event) => this.#key(event, true));
    addEventListener("keyup", (event) => this.#key(event, false));
    addEventListener("blur", () => this.#down.clear());
    field.addEventListener("pointerdown", (event) => this.#touch(event));
    field.addEventListener("pointermove", (event) => this.#drag(event));
    for (const name of ["pointerup", "pointercancel"])
      field.addEventListener(name, (event) => { if (event.pointerId === this.#finger) this.#finger = this.#wanted = null; });
  }

  /** As if a key were pressed and let go. */
  press(bits) { this.#pressed |= bits; }

  /** What is held down now, where the sprites are as they were last drawn. */
  read(sprites) {
    let bits = this.#pressed;
    this.#pressed = 0;
    for (const code of this.#down) bits |= KEYS[code];
    return this.#finger === null ? bits : bits | this.#steer(ship(sprites));
  }

  #key(event, isDown) {
    if (!(event.code in KEYS) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof HTMLInputElement && event.code.startsWith("Arrow")) return;
    event.preventDefault();
    if (isDown) {
      this.#down.add(event.code);
      this.#pressed |= KEYS[event.code];
    } else this.#down.delete(event.code);
  }

  #touch(event) {
    event.preventDefault();
    if (this.#finger !== null) return this.press(KEY.bomb);  // a second finger
    this.#finger = event.pointerId;
    this.#last = { x: event.clientX, y: event.clientY };
    this.#wanted = null;
    this.press(KEY.start);
    this.field.setPointerCapture?.(event.pointerId);
  }

  #drag(event) {
    if (event.pointerId !== this.#finger) return;
    const scale = DRAG * WIDTH / this.field.clientWidth;
    this.moved = { x: (event.clientX - this.#last.x) * scale, y: (event.clientY - this.#last.y) * scale };
    this.#last = { x: event.clientX, y: event.clientY };
    if (this.#wanted) {
      this.#wanted.x += this.moved.x;
      this.#wanted.y += this.moved.y;
    }
  }

  #steer(at) {
    if (!at) return KEY.shoot;
    this.#wanted ??= { ...at };
    let bits = KEY.shoot;
    if (at.x > this.#wanted.x + NEAR) bits |= KEY.left;
    if (at.x < this.#wanted.x - NEAR) bits |= KEY.right;
    if (at.y > this.#wanted.y + NEAR) bits |= KEY.up;
    if (at.y < this.#wanted.y - NEAR) bits |= KEY.down;
    return bits;
  }
}
