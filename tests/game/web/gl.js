// Draws the sprites by WebGL2: the core's array is the instance buffer, and all are one draw call. A sprite is a quad in
// which the fragment shader draws the kind's shape by its distance to the edge.
import { WIDTH, HEIGHT, SPRITE_BYTES } from "./core.js";

const VERTEX = `#version 300 es
layout(location = 0) in vec4 place;   // x, y, size, angle
layout(location = 1) in uvec4 what;   // kind, color, layer, opacity
uniform vec3 colors[24];
uniform vec2 field;
uniform float scale;                  // pixels a unit
out vec2 at;                          // 1 is the sprite's size; y points ahead
flat out int kind;
out vec3 color;
out float opacity;
out float pixel;                      // a pixel's size in those units

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  kind = int(what.x);
  float size = max(place.z, 0.7);
  float reach = kind == 11 || kind >= 18 && kind <= 20 || kind == 5 ? 2.2 : kind == 2 || kind == 21 ? 1.8 : 1.15;
  at = corner * reach;
  color = colors[min(what.y, 23u)];
  opacity = float(what.w) / 255.0;
  pixel = 1.0 / (size * scale);
  float c = cos(place.w), s = sin(place.w);
  vec2 world = place.xy + size * (at.x * vec2(c, s) + at.y * vec2(s, -c));
  gl_Position = vec4(world / field * vec2(2, -2) + vec2(-1, 1), 0, 1);
}`;

const FRAGMENT = `#version 300 es
precision highp float;
in vec2 at;
flat in int kind;
in vec3 color;
in float opacity;
in float pixel;
out vec4 result;

float inside(float distance) { return clamp(0.5 - distance / pixel, 0.0, 1.0); }
float disc(vec2 p, float r) { return length(p) - r; }
float bar(vec2 p, float half_length, float r) { return length(vec2(p.x, max(abs(p.y) - half_length, 0.0))) - r; }
float polygon(vec2 p, float sides, float r) {
  float step = 6.2831853 / sides, a = atan(p.x, p.y);
  return cos(floor(0.5 + a / step) * step - a) * length(p) - r;
}
float dart(vec2 p, float wide) { // a tip ahead, two corners behind, a notch between them
  p.x = abs(p.x);
  vec2 n = normalize(vec2(2.0, wide));
  return max(dot(p - vec2(0, 1), n), dot(p - vec2(0, -0.45), normalize(vec2(-0.5, -wide))));
}

vec4 ink = vec4(0);                       // premultiplied
void over(vec3 c, float a) { ink = vec4(c * a, a) + ink * (1.0 - a); }
void glow(vec3 c, float a) { ink.rgb += c * a; }

void enemy(float sides) {
  float d = polygon(at, sides, 0.86);
  over(color, inside(d));
  over(color * 0.16, inside(d + 0.16));
  over(mix(color, vec3(1), 0.25), inside(disc(at, 0.3)));
}
void ball(float core) {
  float r = length(at);
  glow(color, 0.55 * pow(max(0.0, 1.0 - r / 2.2), 2.0));
  over(color, inside(r - 1.0));
  over(vec3(1), inside(r - core));
}
void streak(float r, float core) {
  glow(color, 0.4 * pow(max(0.0, 1.0 - length(at * vec2(1.6, 0.75))), 2.0));
  over(color, inside(bar(at, 1.0 - r, r)));
  over(vec3(1), inside(bar(at, 0.9 - r, core)));
}
void gem(float sides, float inner) {
  over(color, inside(polygon(at, sides, 0.8)));
  over(color * 0.15, inside(polygon(at, sides, 0.58)));
  over(vec3(1), inside(inner));
}

void main() {
  float r = length(at);
  if (kind == 0) over(color, inside(r - 1.0) * 0.8);
  else if (kind == 1) over(color, inside(r - 1.0));
  else if (kind == 2) {
    glow(vec3(1.0, 0.55, 0.2), 0.9 * pow(max(0.0, 1.0 - length((at + vec2(0, 0.9)) * vec2(2.2, 1.2))), 1.5));
    over(color, inside(dart(at, 0.8)));
    over(vec3(1), inside(dart(at * 2.4 - vec2(0, -0.2), 0.8)));
  }
  else if (kind == 3) { over(vec3(0.95, 0.15, 0.3), inside(r - 1.1)); over(vec3(1), inside(r - 0.7)); }
  else if (kind == 4 || kind == 23) over(color, inside(abs(r - 0.95) - max(pixel, 0.035)));
  else if (kind == 5) streak(0.32, 0.14);
  else if (kind == 6) { over(color, inside(dart(at, 0.45))); glow(vec3(1, 0.6, 0.2), 0.8 * max(0.0, 1.0 - length(at + vec2(0, 0.9)) * 2.0)); }
  else if (kind == 7) enemy(6.0);
  else if (kind == 8) { over(color, inside(dart(at, 0.55))); over(color * 0.16, inside(dart(at * 1.5, 0.55))); }
  else if (kind == 9 || kind == 13) enemy(4.0);
  else if (kind == 10 || kind == 12) enemy(5.0);
  else if (kind == 11) { glow(color, 0.5 * pow(max(0.0, 1.0 - r / 2.2), 2.0)); enemy(8.0); }
  else if (kind == 14) over(color, inside(polygon(at, 4.0, 0.7)));
  else if (kind == 15) gem(4.0, min(bar(at, 0.25, 0.09), disc(at - vec2(0, 0.28), 0.16)));
  else if (kind == 16) gem(6.0, disc(at, 0.28));
  else if (kind == 17) gem(5.0, dart(at * 2.6, 0.8));
  else if (kind == 18) ball(0.58);
  else if (kind == 19) streak(0.4, 0.2);
  else if (kind == 20) ball(0.66);
  else if (kind == 21) glow(mix(color, vec3(1), 0.3), pow(max(0.0, 1.0 - length(at * vec2(2.2, 0.6))), 1.5));
  else over(color, 0.45 * pow(max(0.0, 1.0 - r), 1.2));
  result = ink * opacity;
}`;

function shader(gl, type, source) {
  const it = gl.createShader(type);
  gl.shaderSource(it, source);
  gl.compileShader(it);
  if (!gl.getShaderParameter(it, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(it));
  return it;
}

/** A function that draws sprites on the canvas, or null where there is no WebGL2. */
export function makeGl(canvas, colors) {
  const gl = canvas.getContext("webgl2", { alpha: false, antialias: false });
  if (!gl) return null;
  const program = gl.createProgram();
  gl.attachShader(program, shader(gl, gl.VERTEX_SHADER, VERTEX));
  gl.attachShader(program, shader(gl, gl.FRAGMENT_SHADER, FRAGMENT));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
  gl.useProgram(program);

  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 4, gl.FLOAT, false, SPRITE_BYTES, 0);
  gl.vertexAttribDivisor(0, 1);
  gl.enableVertexAttribArray(1);
  gl.vertexAttribIPointer(1, 4, gl.UNSIGNED_BYTE, SPRITE_BYTES, 16);
  gl.vertexAttribDivisor(1, 1);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  gl.uniform3fv(gl.getUniformLocation(program, "colors"),
    colors.flatMap((c) => [(c >> 16 & 255) / 255, (c >> 8 & 255) / 255, (c & 255) / 255]));
  gl.uniform2f(gl.getUniformLocation(program, "field"), WIDTH, HEIGHT);
  const scale = gl.getUniformLocation(program, "scale");

  return (sprites) => {
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.uniform1f(scale, canvas.width / WIDTH);
    gl.clearColor(0.02, 0.024, 0.047, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.bufferData(gl.ARRAY_BUFFER, sprites, gl.STREAM_DRAW);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, sprites.length / SPRITE_BYTES);
  };
}
