import { counted } from '@parlance/words/current';

/** Whole seconds until a moment, rounded up so that nothing is enabled too early; 0 once it is past. */
export function secondsUntil(untilMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}

/** Formats a wait: `42 s`, `1:05`. */
export function formatWait(seconds: number): string {
  // words: seconds, as short as they are written
  if (seconds < 60) return counted(seconds, '1 s', '{count} s');
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
