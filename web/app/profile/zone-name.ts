/** The name of a time zone for people, such as Japan Standard Time. */
export function zoneName(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'long' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
