/** A wait as it stands in a sentence: `in 40 seconds`, `in 12 minutes`, `in an hour`. Rounded up, so that nobody comes too early. */
export function waitInWords(seconds: number): string {
  if (seconds < 60) return seconds <= 1 ? 'in a second' : `in ${Math.ceil(seconds)} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  const hours = Math.ceil(seconds / 3600);
  return hours === 1 ? 'in an hour' : `in ${hours} hours`;
}
