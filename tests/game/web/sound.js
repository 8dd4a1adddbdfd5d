// Sounds: the core computes them, the browser plays them. They are off until the player turns them on.
import { SOUNDS, MUSIC } from "./core.js";

const SAMPLE_RATE = 44100;
const MUSIC_GAIN = 0.34;
const MOST_VOICES = 24;

export class Sound {
  #context = null;
  #buffers = [];
  #voices = 0;

  constructor(core) { this.core = core; }

  #isWanted = false;  // the browser decides whether a context runs at first

  get isOn() { return this.#isWanted && this.#context?.state === "running"; }

  /** Turns sound on or off. The first call renders all sounds, which takes a moment. */
  async toggle() {
    this.#isWanted = !this.#isWanted;
    if (!this.#context) this.#begin();
    await (this.#isWanted ? this.#context.resume() : this.#context.suspend());
    return this.#isWanted;
  }

  #begin() {
    const context = this.#context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: "interactive" });
    for (let i = 0; i < SOUNDS; i++) {
      const samples = this.core.sound(i, SAMPLE_RATE);
      this.#buffers[i] = context.createBuffer(1, samples.length, SAMPLE_RATE);
      this.#buffers[i].copyToChannel(samples, 0);
    }
    this.analyser = new AnalyserNode(context);
    const limit = new DynamicsCompressorNode(context, { threshold: -12, ratio: 6 });
    this.all = new GainNode(context, { gain: 0.9 });
    this.all.connect(limit).connect(this.analyser).connect(context.destination);
    this.filter = new BiquadFilterNode(context, { type: "lowpass", frequency: 18000 });
    const music = new AudioBufferSourceNode(context, { buffer: this.#buffers[MUSIC], loop: true });
    music.connect(new GainNode(context, { gain: MUSIC_GAIN })).connect(this.filter).connect(this.all);
    music.start();
  }

  /** Plays the core's sounds, and muffles the music: 0 to 1. */
  hear(sounds, muffled) {
    if (!this.isOn) return;
    this.filter.frequency.setTargetAtTime(18000 * (1 - muffled) ** 3 + 300, this.#context.currentTime, 0.08);
    for (const { sound, gain, pan } of sounds) {
      if (this.#voices >= MOST_VOICES) return;
      const source = new AudioBufferSourceNode(this.#context, { buffer: this.#buffers[sound] });
      source.connect(new GainNode(this.#context, { gain })).connect(new StereoPannerNode(this.#context, { pan })).connect(this.all);
      source.onended = () => this.#voices--;
      this.#voices++;
      source.start();
    }
  }

  /** For tests: the current loudness, 0 to 1. */
  peak() {
    if (!this.isOn) return 0;
    const samples = new Float32Array(this.analyser.fftSize);
    this.analyser.getFloatTimeDomainData(samples);
    return samples.reduce((most, it) => Math.max(most, Math.abs(it)), 0);
  }
}
