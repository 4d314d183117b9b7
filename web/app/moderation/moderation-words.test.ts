import { describe, expect, test } from 'vitest';
import { historyOf, reasonText, timesReported } from './moderation-words';

const at = (minute: number) => new Date(Date.UTC(2030, 2, 5, 9, minute));

describe('words of moderation', () => {
  test('a history tells reports and acts as one story, the newest first', () => {
    const report = (minute: number) => ({
      reportId: `report-${minute}`,
      status: 'open' as const,
      reason: null,
      createdAt: at(minute),
    });
    const act = (minute: number) => ({
      auditId: `act-${minute}`,
      createdAt: at(minute),
      adminUserId: null,
      action: 'warn' as const,
      userId: null,
      reason: null,
    });
    const items = historyOf({ reports: [report(30), report(10)], acts: [act(40), act(20)] });
    expect(items.map(({ kind, at: moment }) => [kind, moment.getUTCMinutes()])).toEqual([
      ['act', 40],
      ['report', 30],
      ['act', 20],
      ['report', 10],
    ]);
    expect(historyOf({ reports: [], acts: [] })).toEqual([]);
  });

  test('a report without a reason says so, and one report is not "1 times"', () => {
    expect([reasonText(null), reasonText('scam')]).toEqual([
      'No reason given',
      'A scam or a request for money',
    ]);
    expect([timesReported(1), timesReported(12)]).toEqual(['Reported once', 'Reported 12 times']);
  });
});
