// Draws the sprites on a plain canvas, where there is no WebGL2.
import { WIDTH, SPRITE_BYTES, KIND } from "./core.js";

const SIDES = { [KIND.drone]: 6, [KIND.spinner]: 4, [KIND.bossGun]: 4, [KIND.gunship]: 5, [KIND.bossWing]: 5,
  [KIND.bossCore]: 8, [KIND.point]: 4, [KIND.power]: 4, [KIND.bomb]: 6, [KIND.life]: 5 };
const DARTS = new Set([KIND.ship, KIND.dart, KIND.missile]);
const STREAKS = new Set([KIND.shot, KIND.needle, KIND.spark]);

const css = (color) => "#" + color.toString(16).padStart(6, "0");

function disc(context, radius) {
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fill();
}

function polygon(context, sides, radius) {
  context.beginPath();
  for (let i = 0; i < sides; i++) {
    const angle = (i + 0.5) * 2 * Math.PI / sides;
    context.lineTo(radius * Math.sin(angle), -radius * Math.cos(angle));
  }
  context.closePath();
}

function dart(context, size) {
  context.beginPath();
  context.moveTo(0, -size);
  context.lineTo(size * 0.7, size);
  context.lineTo(0, size * 0.5);
  context.lineTo(-size * 0.7, size);
  context.fill();
}

/** One sprite; the context is moved to its middle, and turned. */
function sprite(context, kind, size, color) {
  context.fillStyle = context.strokeStyle = color;
  if (SIDES[kind]) {
    polygon(context, SIDES[kind], size);
    context.lineWidth = size * 0.2;
    context.stroke();
    disc(context, size * 0.3);
  } else if (DARTS.has(kind)) dart(context, size);
  else if (kind === KIND.ring || kind === KIND.shield) {
    context.lineWidth = 1;
    context.beginPath();
    context.arc(0, 0, size, 0, 2 * Math.PI);
    context.stroke();
  } else if (STREAKS.has(kind)) {
    context.lineCap = "round";
    context.lineWidth = size * 0.6;
    context.beginPath();
    context.moveTo(0, -size * 0.7);
    context.lineTo(0, size * 0.7);
    context.stroke();
  } else {
    disc(context, size);
    if (kind === KIND.round || kind === KIND.big || kind === KIND.hitBox) {
      context.fillStyle = "#fff";
      disc(context, size * 0.6);
    }
  }
}

/** A function that draws sprites on the canvas. */
export function makeCanvas(canvas, colors) {
  const context = canvas.getContext("2d", { alpha: false });
  const names = colors.map(css);

  return (sprites) => {
    const view = new DataView(sprites.buffer, sprites.byteOffset, sprites.byteLength);
    const scale = canvas.width / WIDTH;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.fillStyle = "#05060c";
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (let at = 0; at < sprites.length; at += SPRITE_BYTES) {
      const x = view.getFloat32(at, true), y = view.getFloat32(at + 4, true);
      const size = view.getFloat32(at + 8, true), angle = view.getFloat32(at + 12, true);
      const kind = sprites[at + 16], color = names[sprites[at + 17]];
      context.globalAlpha = sprites[at + 19] / 255;
      if (kind === KIND.extra || kind === KIND.star) {
        context.setTransform(scale, 0, 0, scale, 0, 0);
        context.fillStyle = color;
        context.fillRect(x - size, y - size, 2 * size, 2 * size);
        continue;
      }
      const c = scale * Math.cos(angle), s = scale * Math.sin(angle);
      context.setTransform(c, s, -s, c, x * scale, y * scale);
      sprite(context, kind, size, color);
    }
  };
}
