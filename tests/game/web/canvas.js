// Draws quads on a 2D canvas where WebGL2 is missing. Each tinted picture is painted once and cached.
import { WIDTH, HEIGHT, QUAD_BYTES, BACKDROP_WIDTH, MOST_SCALE } from "./core.js";

const MOST_TINTS = 3000;

function picture(width, height, pixels) {
  const it = new OffscreenCanvas(width, height);
  it.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
  return it;
}

/** A renderer: { fit(), draw(quads, backdrop) }. */
export function makeCanvas(canvas, core) {
  const context = canvas.getContext("2d", { alpha: false });
  const tints = new Map();
  let pictures, sky, scale = 0;

  function fit() {
    const wanted = Math.min(canvas.width / WIDTH, MOST_SCALE);
    if (Math.abs(wanted - scale) < 0.01 * wanted) return;
    scale = wanted;
    tints.clear();
    const art = core.bake(scale, true);
    pictures = picture(art.side, art.side, art.pixels);
    const [width, height] = [Math.floor(BACKDROP_WIDTH * scale), Math.floor(HEIGHT * scale)];
    sky = picture(width, height, core.bakeBackdrop(width, height));
  }

  /** A part of the pictures, tinted. */
  function tinted(u, v, w, h, color) {
    const key = `${u},${v},${color}`;
    if (!tints.has(key)) {
      if (tints.size > MOST_TINTS) tints.clear();
      const it = new OffscreenCanvas(w, h), paint = it.getContext("2d");
      paint.drawImage(pictures, u, v, w, h, 0, 0, w, h);
      paint.globalCompositeOperation = "multiply";
      paint.fillStyle = `rgb(${color >> 16} ${color >> 8 & 255} ${color & 255})`;
      paint.fillRect(0, 0, w, h);
      paint.globalCompositeOperation = "destination-in";  // keeps the opacity
      paint.drawImage(pictures, u, v, w, h, 0, 0, w, h);
      tints.set(key, it);
    }
    return tints.get(key);
  }

  function drawQuad(view, at, zoom) {
    const [x, y, across, along, angle] = [0, 4, 8, 12, 16].map((i) => view.getFloat32(at + i, true));
    const [u, v, w, h] = [20, 22, 24, 26].map((i) => view.getUint16(at + i, true));
    const color = view.getUint8(at + 28) << 16 | view.getUint8(at + 29) << 8 | view.getUint8(at + 30);
    const [c, s] = [zoom * Math.cos(angle), zoom * Math.sin(angle)];
    context.globalAlpha = view.getUint8(at + 31) / 255;
    context.setTransform(c * Math.sign(across), s * Math.sign(across), -s * Math.sign(along), c * Math.sign(along), x * zoom, y * zoom);
    const [half, tall] = [Math.abs(across), Math.abs(along)];
    if (color === 0xffffff) context.drawImage(pictures, u, v, w, h, -half, -tall, 2 * half, 2 * tall);
    else context.drawImage(tinted(u, v, w, h, color), -half, -tall, 2 * half, 2 * tall);
  }

  function draw(quads, backdrop) {
    const zoom = canvas.width / WIDTH;
    const skyView = new DataView(backdrop.buffer, backdrop.byteOffset, backdrop.byteLength);
    context.globalAlpha = 1;
    for (let at = 0; at < backdrop.length; at += QUAD_BYTES) {
      const [x, y, across, along] = [0, 4, 8, 12].map((i) => skyView.getFloat32(at + i, true));
      context.setTransform(zoom, 0, 0, zoom, x * zoom, y * zoom);
      context.drawImage(sky, -across, -along, 2 * across, 2 * along);
    }
    const view = new DataView(quads.buffer, quads.byteOffset, quads.byteLength);
    for (let at = 0; at < quads.length; at += QUAD_BYTES) drawQuad(view, at, zoom);
  }

  return { name: "canvas", fit, draw };
}
