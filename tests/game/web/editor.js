// The boss's pattern: chosen from a list, dropped as a file, or edited here. It is compiled while the user types.
import { $, embedded, make, toBytes, toText } from "./dom.js";

const WAIT = 350;  // ms after the last key
const START = `<bulletml>
<!-- Two rings that turn against each other. -->
<action label="top">
  <repeat> <times>40</times>
    <action>
      <fireRef label="arm"><param>11</param></fireRef>
      <fireRef label="arm"><param>-11</param></fireRef>
      <wait>4 - $rank * 2</wait>
    </action>
  </repeat>
</action>
<fire label="arm">
  <direction type="sequence">$1</direction>
  <speed>1.4 + $rank</speed>
  <bullet/>
</fire>
</bulletml>
`;

export class Editor {
  #wasm = null;
  #waits = 0;
  #sources = {};

  /** `share` receives the source of the pattern in use. */
  constructor(core, share) {
    Object.assign(this, { core, share });
    share.editor = this;
    $("chosen").append(make("option", { value: "" }, "the game's ten waves"), make("option", { value: "new" }, "a new pattern"));
    embedded("patterns.json").then((bytes) => {
      const all = JSON.parse(toText.decode(bytes));
      for (const name of Object.keys(all).sort()) this.#list(name, all[name]);
    });
    $("chosen").addEventListener("change", () => {
      const name = $("chosen").value;
      if (name === "") this.leave();
      else this.edit(name, name === "new" ? START : this.#sources[name]);
      $("chosen").blur();
    });
    $("source").addEventListener("input", () => {
      clearTimeout(this.#waits);
      if ($("chosen").value === "") $("chosen").value = "new";
      this.#number();
      this.#waits = setTimeout(() => this.compile(), WAIT);
    });
    $("source").addEventListener("scroll", () => { $("gutter").scrollTop = $("source").scrollTop; });
    $("again").addEventListener("click", () => this.compile());
    $("leave").addEventListener("click", () => this.leave());
  }

  /** Adds a pattern to the list, or replaces the one of that name. */
  #list(name, source) {
    if (!(name in this.#sources)) $("chosen").append(make("option", { value: name }, name));
    this.#sources[name] = source;
  }

  /** Returns to the game's own waves. */
  leave() {
    $("chosen").value = "";
    this.share.source = "";
    this.core.pattern(new Uint8Array(), false);
    this.#say([]);
    $("compiled").textContent = "";
  }

  /** Opens a source in the editor under a name of the list, and plays it. */
  edit(name, source) {
    if (name !== "new") this.#list(name, source);
    $("chosen").value = name;
    $("source").value = source;
    return this.compile();
  }

  /** The compiled table of a source, or null; `said` has the compiler's messages. */
  async tableOf(source) {
    this.#wasm ??= (await WebAssembly.instantiate(await embedded("editor.wasm"), {})).instance.exports;
    const bytes = toBytes.encode(source), wasm = this.#wasm;
    const at = wasm.editor_source(bytes.length);
    this.said = [{ line: 1, text: "the file is too long", isError: true }];
    if (!at) return null;
    new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
    const isDone = wasm.editor_compile(bytes.length);
    this.said = this.#read();
    return isDone ? new Uint8Array(wasm.memory.buffer, wasm.editor_words(), 4 * wasm.editor_length()).slice() : null;
  }

  /** Compiles the editor's source, and plays it if it has no errors. */
  async compile() {
    clearTimeout(this.#waits);
    this.#number();
    const source = $("source").value, table = await this.tableOf(source);
    this.#say(this.said);
    if (!table) return;
    this.core.pattern(table, true);
    this.share.source = source;
    $("compiled").textContent = `compiled: ${table.length / 4} words`;
  }

  /** The compiler's messages, by line. */
  #read() {
    const all = new Uint8Array(this.#wasm.memory.buffer, this.#wasm.editor_said());
    return toText.decode(all.subarray(0, all.indexOf(0))).split("\n").filter(Boolean).map((text) => {
      const [, line, warning, rest] = /^:(\d+): (warning: )?(.*)$/.exec(text) ?? [null, 1, "", text];
      return { line: Number(line), text: rest, isError: !warning };
    });
  }

  #say(messages) {
    this.messages = messages;
    $("wrong").replaceChildren(...messages.map(({ line, text, isError }) => {
      const button = make("button", { type: "button", class: isError ? "bad" : "warm" }, `line ${line}: ${text}`);
      button.addEventListener("click", () => this.#show(line));
      return make("li", {}, button);
    }));
    if (messages.some((it) => it.isError)) $("compiled").textContent = "not played: the last valid pattern goes on";
    this.#number();
  }

  /** Shows the line numbers, and marks lines with messages. */
  #number() {
    const marks = new Map((this.messages ?? []).map(({ line, isError }) => [line, isError ? "bad" : "warm"]));
    const count = $("source").value.split("\n").length;
    $("gutter").replaceChildren(...Array.from({ length: count }, (_, i) =>
      make("span", marks.has(i + 1) ? { class: marks.get(i + 1) } : {}, String(i + 1))));
    $("gutter").scrollTop = $("source").scrollTop;
  }

  #show(line) {
    const source = $("source"), lines = source.value.split("\n");
    const from = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0);
    source.focus();
    source.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  }
}
