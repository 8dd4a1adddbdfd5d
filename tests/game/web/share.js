// Recordings as links and files. Their part of a link is the fragment, which browsers send to no server:
// #r=recording&p=pattern's source.
import { $, toBytes, toText } from "./dom.js";

const PAGE = () => location.href.split(/[?#]/)[0]; // without options, such as a pair

export function toLetters(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes that the letters encode; null if they are invalid. */
export function fromLetters(letters) {
  try {
    return Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

export function save(name, bytes) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export class Share {
  /** The source of the pattern in use, or "". */
  source = "";

  constructor(core) {
    this.core = core;
    $("watch").addEventListener("click", () => this.watch());
    $("copy").addEventListener("click", () => this.copy());
    $("save").addEventListener("click", () => this.saveFile());
    $("link").addEventListener("focus", () => $("link").select());
  }

  /** The link to the last game, or "". */
  link() {
    const bytes = this.core.recording();
    if (bytes.length === 0) return "";
    return `${PAGE()}#r=${toLetters(bytes)}${this.source ? `&p=${toLetters(toBytes.encode(this.source))}` : ""}`;
  }

  /** Replays the last game. */
  watch() {
    const bytes = this.core.recording();
    const wrong = bytes.length > 0 ? this.core.replay(bytes) : "there is no game to replay yet";
    if (wrong) this.core.note(wrong);
    return wrong;
  }

  async copy() {
    const link = this.link();
    $("link").value = link;
    if (!link) return this.core.note("there is no game to share yet");
    try {
      await navigator.clipboard.writeText(link);
      this.core.note("the link is in the clipboard");
    } catch {
      this.core.note("copy the link from the panel");
      $("link").focus();
    }
  }

  saveFile() {
    const bytes = this.core.recording();
    if (bytes.length > 0) save("bullet-troupe.trp", bytes);
    else this.core.note("there is no game to save yet");
  }

  /** Replays the recording in the page's address. "" if there is none, or no error. */
  async open(hash) {
    const named = new URLSearchParams(hash.slice(1));
    if (!named.has("r")) return "";
    const [bytes, pattern] = [fromLetters(named.get("r")), named.has("p") ? fromLetters(named.get("p")) : new Uint8Array()];
    if (!bytes || !pattern) return "the link is damaged";
    const source = toText.decode(pattern);
    const table = source ? await this.editor.tableOf(source) : new Uint8Array();
    if (!table) return "the link's pattern has errors";
    this.core.pattern(table, false);
    this.source = source;
    return this.core.replay(bytes);
  }
}
