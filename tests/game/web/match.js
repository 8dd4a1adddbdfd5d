// Two players: a WebSocket to a relay carries the match's datagrams. Options in the address: ?pair=NAME, and &relay=ws://host:port
// where the page's own server is no relay.
import { $ } from "./dom.js";

const MATCH_STATE = ["isMatch", "me", "tick", "hashes", "furthest", "again", "desync", "ping", "delay"];

const randomWord = () => crypto.getRandomValues(new Uint32Array(1))[0];

export class Match {
  constructor(core) {
    this.core = core;
    this.socket = null;
    $("duel").addEventListener("click", () => this.duel());
    for (const name of ["trip", "loss"]) {
      $(name).addEventListener("input", () => this.#network());
      $(name).addEventListener("pointerup", () => $(name).blur());
    }
  }

  /** Looks for the other player of that name. */
  open(name, relay) {
    this.leave();
    const socket = new WebSocket(`${relay}/pair/${encodeURIComponent(name)}`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.addEventListener("message", ({ data }) => {
      if (this.socket !== socket) return;
      if (typeof data === "string") this.core.match(Number(data), randomWord(), randomWord());
      else this.core.matchTake(new Uint8Array(data));
    });
    socket.addEventListener("close", () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (!this.state().isMatch) this.core.note("there is no relay: make serve has one");
      this.core.matchLose();
    });
    this.core.note("waiting for the other player");
  }

  /** Plays against the autopilot; the network between the two has the sliders' delay and loss. */
  duel() {
    this.leave();
    this.isDuel = true;
    this.#network();
    $("duel").blur();
  }

  #network() {
    $("trip-count").textContent = `${$("trip").value} ms`;
    $("loss-count").textContent = `${$("loss").value} %`;
    if (this.isDuel) this.core.duel(Number($("trip").value) / 2, Number($("loss").value), randomWord());
  }

  /** After each tick: what there is to send. */
  step() {
    if (this.isDuel) this.isDuel = this.core.duelStep();
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    for (let bytes = this.core.matchSend(); bytes.length > 0; bytes = this.core.matchSend()) this.socket.send(bytes);
  }

  leave() {
    const { socket } = this;
    this.socket = null;
    this.core.matchLeave();
    if (this.isDuel) this.isDuel = this.core.duelStep();  // the goodbye
    if (socket?.readyState === WebSocket.OPEN) {
      for (let bytes = this.core.matchSend(); bytes.length > 0; bytes = this.core.matchSend()) socket.send(bytes);
    }
    socket?.close();
  }

  state() {
    const all = this.core.matchState(MATCH_STATE.length);
    return Object.fromEntries(MATCH_STATE.map((name, i) => [name, all[i]]));
  }

  /** A link for the other player; this one waits from now on. */
  invite() {
    const name = randomWord().toString(36);
    const link = new URL(location.href);
    link.search = `?pair=${name}`;
    link.hash = "";
    this.open(name, relayOf(new URLSearchParams(location.search)));
    $("link").value = link.href;
    navigator.clipboard?.writeText(link.href).catch(() => { /* the text field has it */ });
    this.core.note("the link is for the other player");
  }
}

export function relayOf(options) {
  return options.get("relay") ?? `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
}
