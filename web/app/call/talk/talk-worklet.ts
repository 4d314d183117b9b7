import { createTalkDetector, frameMs } from './talk-detector';

// Globals of the audio thread that the DOM types lack.
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: new () => unknown): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

/** Report of the audio thread, once in ten frames. */
export interface TalkReport {
  isTalking: boolean;
  talkMs: number;
  /** Maximum level of these frames in dBFS. */
  level: number;
}

const framesInReport = 10;
const silence = 1e-12;

/** Runs on the audio thread, which hidden tabs do not throttle. */
class TalkMeter extends AudioWorkletProcessor {
  private readonly detector = createTalkDetector();
  private readonly samplesInFrame = Math.round((sampleRate * frameMs) / 1000);
  private energy = 0;
  private samples = 0;
  private frames = 0;
  private loudest = Number.NEGATIVE_INFINITY;
  private isTalking = false;

  process(inputs: Float32Array[][]): boolean {
    for (const sample of inputs[0]?.[0] ?? []) {
      this.energy += sample * sample;
      this.samples += 1;
      if (this.samples === this.samplesInFrame) this.endFrame();
    }
    return true;
  }

  private endFrame(): void {
    const level = 10 * Math.log10(this.energy / this.samples + silence);
    this.isTalking = this.detector.push(level);
    this.loudest = Math.max(this.loudest, level);
    this.energy = 0;
    this.samples = 0;
    this.frames += 1;
    if (this.frames < framesInReport) return;
    const report: TalkReport = {
      isTalking: this.isTalking,
      talkMs: this.detector.talkMs(),
      level: this.loudest,
    };
    this.port.postMessage(report);
    this.frames = 0;
    this.loudest = Number.NEGATIVE_INFINITY;
  }
}

registerProcessor('talk-meter', TalkMeter);
