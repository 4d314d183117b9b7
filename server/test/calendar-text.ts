/** A calendar file as programs write it, from the lines of its events. Events without a UID get one. */
export function calendarText(events: string[][], more: string[] = []): string {
  const lines = events.flatMap((event, index) => [
    'BEGIN:VEVENT',
    ...(event.some((line) => line.startsWith('UID:')) ? [] : [`UID:event-${index}@example.org`]),
    'DTSTAMP:20300101T000000Z',
    'SUMMARY:zyxw-title',
    ...event,
    'BEGIN:VALARM',
    'TRIGGER:-PT15M',
    'DURATION:PT5M',
    'END:VALARM',
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...more, ...lines, 'END:VCALENDAR', ''].join('\r\n');
}
