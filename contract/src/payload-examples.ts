import type { CallName } from './api.ts';
import { ana, page, slot } from './example-values.ts';
import type { ClientEventName } from './socket-events.ts';
import type { Wire } from './wire.ts';

/** Payloads for calls whose fields alone do not make a plausible example. */
export const payloadExamples: Readonly<Partial<Record<CallName | ClientEventName, Wire>>> = {
  authenticate: { email: 'ben@example.org', token: 'mEtQ4vGkN1x0', timeZone: 'Europe/Dublin' },
  sendTextMessage: {
    content: '¿Quedamos el martes?',
    clientMessageId: '0198c0de-0000-7000-8000-000000000003',
  },
  setWeeklyHours: {
    timeZone: 'Europe/Dublin',
    rules: [{ weekday: 2, from: '18:00', to: '20:00', duration: 30 }],
    minNoticeHours: 12,
    bufferMinutes: 15,
    weeksAhead: 4,
  },
  withdrawCertificate: { code: '7H3K9QWX2M4RT8VY5ZBC', reason: 'Issued by mistake.' },
  startRound: { locked: [], apart: [] },
  updateProgramme: { termEndsOn: '2027-02-12' },
  'call:timer': { scheduleSlotId: slot, peerId: page, action: 'extend' },
  'chat:message': {
    userId: ana,
    content: '¿Quedamos el martes?',
    clientMessageId: '0198c0de-0000-7000-8000-000000000003',
  },
};
