// Helpers that the page's modules share.

export const $ = (id) => document.getElementById(id);

/** A new element with attributes and content: texts and elements. */
export function make(name, attributes = {}, ...within) {
  const it = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) it.setAttribute(key, value);
  it.append(...within);
  return it;
}

export const inWords = new Intl.NumberFormat("en-US");
export const toText = new TextDecoder();
export const toBytes = new TextEncoder();

/** The bytes of a file that is compressed into the page. Browsers without DecompressionStream load the file beside the
 * page. */
export async function embedded(name) {
  const element = $(`${name}.gz`);
  if (!element || typeof DecompressionStream !== "function") return (await fetch(name)).arrayBuffer();
  const packed = Uint8Array.from(atob(element.textContent.trim()), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
