// What the page's modules share.

export const $ = (id) => document.getElementById(id);

/** An element with attributes, texts and elements in it. */
export function make(name, attributes = {}, ...within) {
  const it = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) it.setAttribute(key, value);
  it.append(...within);
  return it;
}

export const inWords = new Intl.NumberFormat("en-US");
export const toText = new TextDecoder();
export const toBytes = new TextEncoder();

/** The bytes of a file that is in the page itself, packed; where the browser cannot unpack, of the file beside it. */
export async function embedded(name) {
  const element = $(`${name}.gz`);
  if (!element || typeof DecompressionStream !== "function") return (await fetch(name)).arrayBuffer();
  const packed = Uint8Array.from(atob(element.textContent.trim()), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
