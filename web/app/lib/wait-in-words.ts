import { counted } from '@parlance/words/current';

/** Wait as part of a sentence: `in 40 seconds`, `in 12 minutes`, `in an hour`. Rounded up, so that a retry is not too early. */
export function waitInWords(seconds: number): string {
  if (seconds < 60) return counted(Math.max(1, Math.ceil(seconds)), 'in a second', 'in {count} seconds');
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return counted(minutes, 'in a minute', 'in {count} minutes');
  return counted(Math.ceil(seconds / 3600), 'in an hour', 'in {count} hours');
}
