// The sources beside what runs: an item of the panel has a link to its lines, in the file that is shown in the page.
import { $, embedded, make, toText } from "./dom.js";

/** The first and the last line of a function's definition. */
function linesOf(lines, name) {
  const first = lines.findIndex((line) => /^\w/.test(line) && line.includes(`${name}(`) && !line.endsWith(";"));
  return [first, lines.indexOf("}", first)];
}

/** Makes the links: elements have data-source="file:function". */
export function makeSources() {
  let files = null;
  async function show(place) {
    const [file, name] = place.split(":");
    files ??= embedded("sources.json").then((bytes) => JSON.parse(toText.decode(bytes)));
    const lines = (await files)[file].split("\n"), [first, last] = linesOf(lines, name);
    $("code-name").textContent = `tests/game/${file}, lines ${first + 1} to ${last + 1}`;
    $("code-text").replaceChildren(...lines.map((line, i) => make("span", i >= first && i <= last ? { class: "here" } : {}, `${line}\n`)));
    $("code").showModal();
    $("code-text").children[Math.max(0, first - 2)].scrollIntoView({ block: "start" });
  }
  for (const element of document.querySelectorAll("[data-source]")) {
    const link = make("button", { type: "button", class: "source", title: element.dataset.source }, "source");
    link.addEventListener("click", () => show(element.dataset.source));
    element.append(link);
  }
}
