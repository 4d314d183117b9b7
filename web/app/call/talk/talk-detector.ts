/** The length of one level: what the detector is fed with. */
export const frameMs = 20;

const overFloorDb = 12;
const faintestDb = -52;
const silenceDb = -90;
const lowestFloorDb = -75;
/** So many loud ones of the last frames begin talk: a key or a cup has fewer. */
const onset = { loud: 4, of: 6 };
/** A pause inside a sentence is talk. */
const pauseFrames = 500 / frameMs;
/** The quietest of the last 4 s is the room itself, kept in blocks of a quarter of a second. */
const floorBlocks = { frames: 250 / frameMs, count: 16 };
const smoothing = 0.4;

export interface TalkDetector {
  /** Takes the next level in dBFS; answers whether its owner is talking. */
  push(level: number): boolean;
  talkMs(): number;
}

/** Tells talk from a quiet or a steadily noisy room, by levels alone; other voices in the room count as talk. */
export function createTalkDetector(): TalkDetector {
  // Begins as loud as the room: from silence up, the first seconds of a noisy one would be talk.
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
