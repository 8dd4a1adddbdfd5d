// Draws all quads with one draw call of WebGL2. The core's array is a texture, from which the vertex shader reads its quad.
// (An instance buffer is as fast on graphics cards. Software renderers draw each instance with a call of its own, which takes
// ten times as long.) The fragment shader only looks up a pixel.
import { WIDTH, HEIGHT, QUAD_BYTES, BACKDROP_WIDTH, MOST_SCALE } from "./core.js";

const PER_ROW = 512;  // quads per row of their texture

const VERTEX = `#version 300 es
precision highp usampler2D;
uniform usampler2D quads;             // two pixels per quad
uniform vec2 field;
uniform float texel;
out vec2 at;
out vec4 color;

void main() {
  const int corners[6] = int[6](0, 1, 2, 2, 1, 3);
  int quad = gl_VertexID / 6, number = corners[gl_VertexID % 6];
  ivec2 from = ivec2(quad % ${PER_ROW} * 2, quad / ${PER_ROW});
  uvec4 first = texelFetch(quads, from, 0), second = texelFetch(quads, from + ivec2(1, 0), 0);
  vec4 place = uintBitsToFloat(first);  // x, y, half the width, half the height
  float angle = uintBitsToFloat(second.x);
  vec4 part = vec4(second.y & 65535u, second.y >> 16, second.z & 65535u, second.z >> 16);  // the part of the pictures, in pixels
  vec4 tint = vec4(second.w & 255u, second.w >> 8 & 255u, second.w >> 16 & 255u, second.w >> 24) / 255.0;
  vec2 corner = vec2(number & 1, number >> 1);
  vec2 to = (corner * 2.0 - 1.0) * place.zw;
  float c = cos(angle), s = sin(angle);
  vec2 world = place.xy + vec2(to.x * c - to.y * s, to.x * s + to.y * c);
  at = (part.xy + corner * part.zw) * texel;
  color = vec4(tint.rgb * tint.a, tint.a);
  gl_Position = vec4(world / field * vec2(2, -2) + vec2(-1, 1), 0, 1);
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
in vec2 at;
in vec4 color;
uniform sampler2D pictures;
out vec4 result;
void main() { result = texture(pictures, at) * color; }`;

function compile(gl, type, source) {
  const it = gl.createShader(type);
  gl.shaderSource(it, source);
  gl.compileShader(it);
  if (!gl.getShaderParameter(it, gl.COMPILE_STATUS) && !gl.isContextLost()) throw new Error(gl.getShaderInfoLog(it));
  return it;
}

function link(gl) {
  const program = gl.createProgram();
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, VERTEX));
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, FRAGMENT));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(program));
  gl.useProgram(program);
  return program;
}

function makeTexture(gl, filter) {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  for (const [name, value] of [["MIN_FILTER", filter], ["MAG_FILTER", filter], ["WRAP_S", gl.CLAMP_TO_EDGE], ["WRAP_T", gl.CLAMP_TO_EDGE]])
    gl.texParameteri(gl.TEXTURE_2D, gl[`TEXTURE_${name}`], value);
  return texture;
}

/** A renderer: { fit(), draw(quads, backdrop) }, or null where there is no WebGL2. */
export function makeGl(canvas, core) {
  const gl = canvas.getContext("webgl2", { alpha: false, antialias: false, depth: false, stencil: false });
  if (!gl) return null;
  let texel, pictures, sky, list, rows = 0, scale = 0, side = 0;

  function begin() {
    const program = link(gl);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);  // premultiplied: pictures that add light have little opacity
    gl.uniform2f(gl.getUniformLocation(program, "field"), WIDTH, HEIGHT);
    texel = gl.getUniformLocation(program, "texel");
    gl.uniform1i(gl.getUniformLocation(program, "pictures"), 0);
    gl.uniform1i(gl.getUniformLocation(program, "quads"), 1);
    [pictures, sky] = [makeTexture(gl, gl.LINEAR), makeTexture(gl, gl.LINEAR)];
    gl.activeTexture(gl.TEXTURE1);
    list = makeTexture(gl, gl.NEAREST);
    gl.activeTexture(gl.TEXTURE0);
    rows = scale = 0;
  }

  function upload(texture, width, height, pixels) {
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  }

  /** Computes the pictures again if the canvas's size has changed. */
  function fit() {
    const wanted = Math.min(canvas.width / WIDTH, MOST_SCALE);
    if (Math.abs(wanted - scale) < 0.01 * wanted) return;
    scale = wanted;
    const art = core.bake(scale, false);
    side = art.side;
    upload(pictures, side, side, art.pixels);
    const [width, height] = [Math.floor(BACKDROP_WIDTH * scale), Math.floor(HEIGHT * scale)];
    upload(sky, width, height, core.bakeBackdrop(width, height));
  }

  /** Uploads the quads in whole rows of pixels. The bytes after the last quad are uploaded but not drawn. */
  function send(quads) {
    const needed = Math.max(1, Math.ceil(quads.length / QUAD_BYTES / PER_ROW));
    const words = new Uint32Array(quads.buffer, quads.byteOffset, needed * PER_ROW * QUAD_BYTES / 4);
    gl.activeTexture(gl.TEXTURE1);
    if (needed > rows) {
      rows = needed;
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32UI, 2 * PER_ROW, rows, 0, gl.RGBA_INTEGER, gl.UNSIGNED_INT, words);
    } else gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 2 * PER_ROW, needed, gl.RGBA_INTEGER, gl.UNSIGNED_INT, words);
    gl.activeTexture(gl.TEXTURE0);
  }

  function drawAll(texture, size, quads) {
    send(quads);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.uniform1f(texel, 1 / size);
    gl.drawArrays(gl.TRIANGLES, 0, 6 * quads.length / QUAD_BYTES);
  }

  function draw(quads, backdrop) {
    gl.viewport(0, 0, canvas.width, canvas.height);
    drawAll(sky, 1, backdrop);
    drawAll(pictures, side, quads);
  }

  begin();
  return { name: "webgl2", fit, draw, begin, lose: gl.getExtension("WEBGL_lose_context") };
}
