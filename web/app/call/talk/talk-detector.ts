/** Duration of one level frame. */
export const frameMs = 20;

const overFloorDb = 12;
const faintestDb = -52;
const silenceDb = -90;
const lowestFloorDb = -75;
/** Loud frames among the last ones that start talk: a keystroke or a cup produces fewer. */
const onset = { loud: 4, of: 6 };
/** A pause within a sentence counts as talk. */
const pauseFrames = 500 / frameMs;
/** Noise floor: the minimum of the last 4 s, in blocks of 250 ms. */
const floorBlocks = { frames: 250 / frameMs, count: 16 };
const smoothing = 0.4;

export interface TalkDetector {
  /** Takes the next level in dBFS; returns whether talk is detected. */
  push(level: number): boolean;
  talkMs(): number;
}

/** Detects talk over a quiet or steadily noisy background by level alone; other voices in the room count as talk. */
export function createTalkDetector(): TalkDetector {
  // Starts at the first level: rising from silence would count the first seconds of a noisy room as talk.
  let smooth: number | null = null;
  let blocks: { frames: number; quietest: number }[] = [];
  let recent: boolean[] = [];
  let isTalking = false;
  let silentFrames = 0;
  let talkFrames = 0;

  function floorWith(level: number): number {
    smooth = smooth === null ? level : smooth + (level - smooth) * smoothing;
    const last = blocks.at(-1);
    if (!last || last.frames >= floorBlocks.frames) {
      blocks = [...blocks, { frames: 1, quietest: smooth }].slice(-floorBlocks.count);
    } else {
      last.frames += 1;
      last.quietest = Math.min(last.quietest, smooth);
    }
    return Math.max(lowestFloorDb, Math.min(...blocks.map(({ quietest }) => quietest)));
  }

  return {
    push(heard) {
      const level = Math.max(silenceDb, heard);
      const isLoud = level > floorWith(level) + overFloorDb && level > faintestDb;
      recent = [...recent, isLoud].slice(-onset.of);
      const loud = recent.filter(Boolean).length;
      if (!isTalking) {
        if (loud >= onset.loud) {
          isTalking = true;
          silentFrames = 0;
          talkFrames += loud;
        }
      } else if (isLoud && loud >= onset.loud - 1) {
        talkFrames += silentFrames + 1;
        silentFrames = 0;
      } else {
        silentFrames += 1;
        if (silentFrames > pauseFrames) {
          isTalking = false;
          silentFrames = 0;
        }
      }
      return isTalking;
    },
    talkMs: () => talkFrames * frameMs,
  };
}
