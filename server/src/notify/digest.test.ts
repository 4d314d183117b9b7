import { describe, expect, test } from 'vitest';
import type { App } from '#app';
import { deliverDueMails } from '#platform/mail-delivery';
import { type Meeting, startMeeting } from '#test/appointments';
import type { Persona } from '#test/personas';
import { openPostOffice } from '#test/post-office';
import { queueDueDigests } from './digest.ts';
import { notifyMails } from './notify.mails.ts';

/** A meeting with a real SMTP server and a member in each zone. */
async function startMornings(zones: Record<string, string>) {
  const meeting = await startMeeting();
  const people: Record<string, Persona> = {};
  for (const [name, timeZone] of Object.entries(zones)) {
    people[name] = await meeting.signUp(`${name}@example.org`, { name, description: `I am ${name}.` });
    await people[name].calls.updateUser({ timeZone });
  }
  const office = await openPostOffice(meeting.clock);
  const look = async ({ platform }: Pick<App, 'platform'> = meeting) => {
    await queueDueDigests(platform);
    await deliverDueMails({ ...platform, mail: office.mailer }, notifyMails);
  };
  // New members are checked once and scheduled for their next morning.
  await look();
  /** Arrival times of mails to a member, in local time. */
  const arrivedFor = (name: string): string[] => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: zones[name] ?? 'UTC',
    });
    return office.arrivals
      .filter(({ to }) => to === `${name}@example.org`)
      .map(({ at }) => format.format(at));
  };
  return { ...meeting, people, office, look, arrivedFor };
}

async function write(meeting: Meeting, to: Persona): Promise<void> {
  const ben = await meeting.again(meeting.ben);
  await ben.calls.sendTextMessage({ userId: to.userId, content: 'Are you there?' });
}

/** Runs the jobs repeatedly while the clock advances by these steps in turn. */
const every =
  (...steps: number[]) =>
  async (meeting: Meeting, until: string, look: () => Promise<unknown>) => {
    for (let step = 0; meeting.clock.now() < new Date(until); step += 1) {
      meeting.clock.advance({ minutes: steps[step % steps.length] ?? 0 });
      await look();
    }
  };
const quarterHours = every(15);
// Hours aligned with UTC, and quarter hours for Kathmandu (UTC+05:45).
const hours = every(60);
const hoursAndQuarters = every(15, 45);

// Stepping through days is slow on a busy machine.
// Rules: docs/specification/notify.md#daily-digest
describe('the daily digest (08:00 in the own zone, at most one a local day, only with content)', {
  timeout: 120_000,
}, () => {
  test('is sent at 08:00 in Kathmandu, New York and Auckland during a clock change in New York, once over two nodes', async () => {
    const mornings = await startMornings({
      kamala: 'Asia/Kathmandu',
      nora: 'America/New_York',
      aroha: 'Pacific/Auckland',
      nobody: 'America/New_York',
      gone: 'America/New_York',
    });
    const { clock, people, arrivedFor } = mornings;
    clock.set('2030-03-08T00:00:00Z');
    for (const name of ['kamala', 'nora', 'aroha', 'gone']) await write(mornings, people[name] as Persona);
    const gone = await mornings.signIn('gone@example.org');
    await gone.calls.setPreference({ name: 'daily-digest-notification', value: false });
    const second = await mornings.startNode();
    await hoursAndQuarters(mornings, '2030-03-12T00:00:00Z', () =>
      Promise.all([mornings.look(), mornings.look(second), mornings.look()]),
    );
    expect(arrivedFor('kamala')).toEqual([
      '2030-03-08 08:00',
      '2030-03-09 08:00',
      '2030-03-10 08:00',
      '2030-03-11 08:00',
    ]);
    expect(arrivedFor('nora')).toEqual(arrivedFor('kamala'));
    expect(arrivedFor('aroha')).toEqual([
      '2030-03-09 08:00',
      '2030-03-10 08:00',
      '2030-03-11 08:00',
      '2030-03-12 08:00',
    ]);
    expect(arrivedFor('nobody')).toEqual([]);
    expect(arrivedFor('gone')).toEqual([]);
    const ids = mornings.office.arrivals.map(({ headers }) => headers.get('message-id'));
    expect(ids.every((own) => own?.length === 1)).toBe(true);
    expect(new Set(ids.flat()).size).toBe(12);
  });

  test('asks once about a session that is over, and once more when the other side has answered for the first time', async () => {
    const mornings = await startMornings({ kamala: 'Asia/Kathmandu', nora: 'America/New_York' });
    const { clock, people, office } = mornings;
    const kamala = people.kamala as Persona;
    const { scheduleSlotId } = await kamala.calls.createSlot({ startsAt: mornings.inHours(1), duration: 30 });
    await (people.nora as Persona).calls.bookSlot({ userId: kamala.userId, scheduleSlotId });
    clock.set('2030-03-05T12:00:00Z');
    await hoursAndQuarters(mornings, '2030-03-08T06:00:00Z', () => mornings.look());
    const asked = (name: string) =>
      office.arrivals.filter(
        ({ to, source }) => to === `${name}@example.org` && source.includes('Did it take place?'),
      );
    expect([asked('kamala').length, asked('nora').length]).toEqual([1, 1]);
    expect(asked('kamala')[0]?.headers.get('subject')).toEqual(['Your day: 1 question about a session']);
    expect(asked('kamala')[0]?.source).toContain('nora');
    const nora = await mornings.signIn('nora@example.org');
    await nora.calls.answerOutcome({ scheduleSlotId, answer: 'missed' });
    await hoursAndQuarters(mornings, '2030-03-11T06:00:00Z', () => mornings.look());
    expect([asked('kamala').length, asked('nora').length]).toEqual([2, 1]);
    const later = await mornings.signIn('nora@example.org');
    await later.calls.answerOutcome({ scheduleSlotId, answer: 'moved' });
    await hoursAndQuarters(mornings, '2030-03-13T06:00:00Z', () => mornings.look());
    expect(asked('kamala')).toHaveLength(2);
    expect(office.arrivals.map(({ source }) => source).join()).not.toContain('missed');
  });

  test('is sent at 08:00 in Auckland during a clock change, and stops after one click in the mail program', async () => {
    const mornings = await startMornings({ aroha: 'Pacific/Auckland' });
    const { clock, people, office, arrivedFor } = mornings;
    clock.set('2030-04-04T12:00:00Z');
    await write(mornings, people.aroha as Persona);
    await hours(mornings, '2030-04-07T12:00:00Z', () => mornings.look());
    expect(arrivedFor('aroha')).toEqual(['2030-04-05 08:00', '2030-04-06 08:00', '2030-04-07 08:00']);
    const address = office.arrivals[0]?.headers.get('list-unsubscribe')?.[0] ?? '';
    const { search } = new URL(address.slice(1, -1));
    const answer = await fetch(`${mornings.url}/unsubscribe${search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(answer.status).toBe(200);
    await hours(mornings, '2030-04-09T12:00:00Z', () => mornings.look());
    expect(arrivedFor('aroha')).toHaveLength(3);
  });

  test('after an outage at 08:00 it is sent the same morning, not after noon', async () => {
    const mornings = await startMornings({ kamala: 'Asia/Kathmandu', nora: 'America/New_York' });
    const { clock, people, arrivedFor } = mornings;
    clock.set('2030-03-06T00:00:00Z');
    for (const name of ['kamala', 'nora']) await write(mornings, people[name] as Persona);
    // 11:59 in New York, 22:44 in Kathmandu.
    clock.set('2030-03-06T16:59:00Z');
    await mornings.look();
    await mornings.look();
    expect([arrivedFor('nora'), arrivedFor('kamala')]).toEqual([['2030-03-06 11:59'], []]);
    await quarterHours(mornings, '2030-03-07T14:00:00Z', () => mornings.look());
    expect(arrivedFor('nora')).toEqual(['2030-03-06 11:59', '2030-03-07 08:14']);
    expect(arrivedFor('kamala')).toEqual(['2030-03-07 08:14']);
  });

  test('after an outage of the whole morning, the next one asks about the sessions since the last digest', async () => {
    const mornings = await startMornings({ kamala: 'Asia/Kathmandu', nora: 'America/New_York' });
    const { clock, people, office } = mornings;
    const [kamala, nora] = [people.kamala as Persona, people.nora as Persona];
    const startsAt = new Date('2030-03-06T04:00:00Z');
    const { scheduleSlotId } = await kamala.calls.createSlot({ startsAt, duration: 30 });
    await nora.calls.bookSlot({ userId: kamala.userId, scheduleSlotId });
    const asked = async (now: string) => {
      clock.set(now);
      await mornings.look();
      return office.arrivals.filter(
        ({ to, source }) => to === 'kamala@example.org' && source.includes('Did it take place?'),
      ).length;
    };
    // 08:00 in Kathmandu before the session, 13:45 of the next day, and 08:00 of the day after.
    expect(await asked('2030-03-06T02:15:00Z')).toBe(0);
    expect(await asked('2030-03-07T08:00:00Z')).toBe(0);
    expect(await asked('2030-03-08T02:15:00Z')).toBe(1);
  });

  test('at 12:00 the morning is over', async () => {
    const mornings = await startMornings({ nora: 'America/New_York' });
    mornings.clock.set('2030-03-06T00:00:00Z');
    await write(mornings, mornings.people.nora as Persona);
    mornings.clock.set('2030-03-06T17:00:00Z');
    await mornings.look();
    expect(mornings.office.arrivals).toEqual([]);
  });

  test('time zone change: it follows the new local time, not twice on a local day', async () => {
    const mornings = await startMornings({ aroha: 'Pacific/Auckland' });
    const { clock, people, office } = mornings;
    clock.set('2030-03-06T12:00:00Z');
    await write(mornings, people.aroha as Persona);
    // 08:00 on the 7th in Auckland; in Honolulu that day's 08:00 is 23 hours later.
    clock.set('2030-03-06T19:00:00Z');
    await mornings.look();
    expect(office.arrivals).toHaveLength(1);
    const aroha = await mornings.signIn('aroha@example.org');
    await aroha.calls.updateUser({ timeZone: 'Pacific/Honolulu' });
    await hours(mornings, '2030-03-08T17:00:00Z', () => mornings.look());
    expect(office.arrivals).toHaveLength(1);
    clock.set('2030-03-08T18:00:00Z');
    await mornings.look();
    expect(office.arrivals).toHaveLength(2);
  });

  test('time zone change to the east: it is sent on the next morning of the new zone', async () => {
    const mornings = await startMornings({ nora: 'America/New_York' });
    const { clock, people, office } = mornings;
    clock.set('2030-03-06T00:00:00Z');
    await mornings.look();
    await write(mornings, people.nora as Persona);
    const nora = await mornings.signIn('nora@example.org');
    await nora.calls.updateUser({ timeZone: 'Europe/Berlin' });
    await hours(mornings, '2030-03-06T16:00:00Z', () => mornings.look());
    expect(office.arrivals.map(({ at }) => at.toISOString())).toEqual(['2030-03-06T07:00:00.000Z']);
  });

  test('time zone change without an IANA zone: the new offset applies at once', async () => {
    const mornings = await startMornings({});
    const { clock, ana } = mornings;
    await ana.calls.updateUser({ localTZOffset: -3 });
    clock.set('2030-03-06T01:00:00Z');
    await mornings.look();
    await write(mornings, ana);
    await (await mornings.again(ana)).calls.updateUser({ localTZOffset: 2 });
    await hours(mornings, '2030-03-06T13:00:00Z', () => mornings.look());
    const arrivals = mornings.office.arrivals.map(({ to, at }) => [to, at.toISOString()]);
    expect(arrivals).toEqual([['ana@example.org', '2030-03-06T06:00:00.000Z']]);
  });

  test('without an IANA zone the reported offset counts', async () => {
    const mornings = await startMornings({});
    const { clock, platform, ana } = mornings;
    await ana.calls.updateUser({ localTZOffset: -3 });
    clock.set('2030-03-06T01:00:00Z');
    await mornings.look();
    await write(mornings, ana);
    clock.set('2030-03-06T10:59:59Z');
    await mornings.look();
    expect(mornings.office.arrivals).toEqual([]);
    clock.set('2030-03-06T11:00:00Z');
    await mornings.look();
    expect(mornings.office.arrivals.map(({ to }) => to)).toEqual(['ana@example.org']);
    expect(await platform.db.selectFrom('waiting_mails').selectAll().execute()).toEqual([]);
  });

  test('mail outage in the morning: it is sent once when mail works, never the next day', async () => {
    const mornings = await startMornings({ nora: 'America/New_York', kamala: 'Asia/Kathmandu' });
    const { clock, people, office, arrivedFor } = mornings;
    clock.set('2030-03-06T00:00:00Z');
    for (const name of ['nora', 'kamala']) await write(mornings, people[name] as Persona);
    office.isClosed = true;
    // 02:15 is 08:00 in Kathmandu, 13:00 is 08:00 in New York; at 18:20 it is the next day in Kathmandu.
    await quarterHours(mornings, '2030-03-06T18:30:00Z', () => mornings.look());
    expect(office.arrivals).toEqual([]);
    office.isClosed = false;
    await quarterHours(mornings, '2030-03-06T21:00:00Z', () => mornings.look());
    expect(arrivedFor('kamala')).toEqual([]);
    expect(arrivedFor('nora')).toHaveLength(1);
    await quarterHours(mornings, '2030-03-07T03:00:00Z', () => mornings.look());
    expect([arrivedFor('nora').length, arrivedFor('kamala')]).toEqual([1, ['2030-03-07 08:00']]);
  });
});

describe('contents of a digest', () => {
  const utcMorning = '2030-03-06T08:00:00Z';
  const digestsOf = (meeting: Meeting, person: Persona) =>
    meeting.sent().filter(({ to, subject }) => to === person.address && subject?.startsWith('Your day'));

  test('sessions of the next 24 hours, unread messages and new people who fit both ways', async () => {
    const meeting = await startMeeting();
    const { ana, ben, clock } = meeting;
    await ana.calls.createLanguage({ languageCode: 'de', target: false, proficiency: 1 });
    await ana.calls.createLanguage({ languageCode: 'ja', target: true, proficiency: 0.2 });
    const startsAt = new Date('2030-03-06T18:00:00Z');
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt, duration: 30 });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    clock.set('2030-03-06T00:30:00Z');
    await meeting.signUp('aiko@example.org', {
      name: 'Aiko',
      description: 'Hello',
      speaks: ['ja'],
      learns: { de: 0.2 },
    });
    // Fits one way only.
    await meeting.signUp('emi@example.org', {
      name: 'Emi',
      description: 'Hello',
      speaks: ['ja'],
      learns: { en: 0.2 },
    });
    await write(meeting, ana);
    await write(meeting, ana);
    clock.set(utcMorning);
    await meeting.runJobs();
    const [digest, ...others] = digestsOf(meeting, ana);
    expect(others).toEqual([]);
    expect(digest?.subject).toBe('Your day: 1 session, 2 unread messages, and 1 new partner');
    expect(digest?.text).toContain('Good morning, Ana');
    expect(digest?.text).toContain('- Ben\n  Wednesday, March 6, 2030, 18:00–18:30 (UTC)');
    expect(digest?.text).toContain('- Ben: 2 messages');
    expect(digest?.text).toContain('- Aiko speaks Japanese and learns German\n');
    expect(digest?.text).not.toContain('Emi');
    expect(digest?.text).not.toContain('Are you there?');
    // What a partner waits for comes first.
    expect(digest?.text).toContain('Read your messages');
    expect(digest?.text).not.toContain('View your sessions');
    // Aiko is not announced as new a second time.
    clock.set('2030-03-07T08:00:00Z');
    await meeting.runJobs();
    expect(digestsOf(meeting, ana)[0]?.subject).toBe(
      'Your day: 1 question about a session and 2 unread messages',
    );
  });

  test('a session in exactly 24 hours, none that is later and none that begins', async () => {
    const meeting = await startMeeting();
    const { ana, ben, clock } = meeting;
    for (const time of ['06T08:00', '07T08:00', '07T08:15']) {
      const startsAt = new Date(`2030-03-${time}:00Z`);
      const { scheduleSlotId } = await ana.calls.createSlot({ startsAt, duration: 15 });
      await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    }
    clock.set(utcMorning);
    await meeting.runJobs();
    for (const [person, other] of [
      [ana, 'Ben'],
      [ben, 'Ana'],
    ] as const) {
      const [digest, ...more] = digestsOf(meeting, person);
      expect([digest?.subject, more]).toEqual(['Your day: 1 session', []]);
      expect(digest?.text).toContain(`- ${other}\n  Thursday, March 7, 2030, 08:00–08:15 (UTC)`);
    }
  });

  test('asks about sessions without an own answer, the earliest first, on the own clock, and not about blocked people', async () => {
    const meeting = await startMeeting();
    const { ana, ben, chen, clock } = meeting;
    await ana.calls.updateUser({ timeZone: 'Asia/Tokyo' });
    const meet = async (owner: Persona, hour: number) => {
      const startsAt = new Date(Date.UTC(2030, 2, 5, hour));
      const { scheduleSlotId } = await owner.calls.createSlot({ startsAt, duration: 15 });
      await ana.calls.bookSlot({ userId: owner.userId, scheduleSlotId });
      return { scheduleSlotId };
    };
    const [, answered] = [await meet(ben, 12), await meet(ben, 11)];
    await meet(ben, 10);
    await meet(chen, 13);
    clock.set('2030-03-05T14:00:00Z');
    await (await meeting.again(ana)).calls.answerOutcome({ ...answered, answer: 'kept' });
    await (await meeting.again(chen)).calls.blockUser({ userId: ana.userId });
    // It is 08:00 of the next day in Tokyo.
    clock.set('2030-03-05T23:00:00Z');
    await meeting.runJobs();
    const [digest] = digestsOf(meeting, ana);
    expect(digest?.subject).toBe('Your day: 2 questions about sessions');
    expect(digest?.text.match(/\d\d:\d\d–.*/g)).toEqual([
      '19:00–19:15 (Asia/Tokyo)',
      '21:00–21:15 (Asia/Tokyo)',
    ]);
    expect(digest?.text).toContain('/appointments');
  });

  test('of six people who wrote the five latest, and the number of all messages; then leads to the chats', async () => {
    const meeting = await startMeeting();
    const { ana, ben, chen, clock, signUp } = meeting;
    const people = [ben, chen];
    for (const name of ['Dia', 'Eli', 'Fay', 'Gus'])
      people.push(await signUp(`${name.toLowerCase()}@example.org`, { name, description: 'Hello' }));
    clock.set('2030-03-06T07:50:00Z');
    for (const { address } of people) {
      clock.advance({ seconds: 1 });
      const { calls } = await meeting.signIn(address);
      await calls.sendTextMessage({ userId: ana.userId, content: 'Hello' });
    }
    clock.set(utcMorning);
    await meeting.runJobs();
    const [digest] = digestsOf(meeting, ana);
    expect(digest?.subject).toBe('Your day: 6 unread messages');
    expect(digest?.text.match(/\w+(?=: 1 message)/g)).toEqual(['Gus', 'Fay', 'Eli', 'Dia', 'Chen']);
    expect(digest?.text).toContain('/chats');
  });

  test('of six sessions the next five, in order, and the number of all', async () => {
    const meeting = await startMeeting();
    const { ana, ben, clock } = meeting;
    for (const hour of [14, 13, 12, 11, 10, 9]) {
      const startsAt = new Date(Date.UTC(2030, 2, 6, hour));
      const { scheduleSlotId } = await ana.calls.createSlot({ startsAt, duration: 15 });
      await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    }
    clock.set(utcMorning);
    await meeting.runJobs();
    const [digest] = digestsOf(meeting, ben);
    expect(digest?.subject).toBe('Your day: 6 sessions');
    expect(digest?.text.match(/\d\d:\d\d(?=–)/g)).toEqual(['09:00', '10:00', '11:00', '12:00', '13:00']);
  });

  test('people are new since the last look, for a week at most, and for a day at the first one', async () => {
    const meeting = await startMeeting();
    const { ana, ben, clock, platform } = meeting;
    for (const { calls } of [ana, ben]) {
      await calls.createLanguage({ languageCode: 'de', target: false, proficiency: 1 });
      await calls.createLanguage({ languageCode: 'ja', target: true, proficiency: 0.2 });
    }
    for (const [name, time] of [
      ['Aiko', '06T07:59:59'],
      ['Emi', '06T08:00:01'],
      ['Hana', '12T07:59:59'],
      ['Yui', '12T08:00:01'],
      ['Rin', '12T08:00:02'],
    ] as const) {
      clock.set(`2030-03-${time}Z`);
      const person = await meeting.signUp(`${name.toLowerCase()}@example.org`, {
        ...{ name, description: 'Hello' },
        ...{ speaks: ['ja'], learns: { de: 0.2 } },
      });
      if (name === 'Rin') await person.calls.blockUser({ userId: ana.userId });
    }
    await platform.db
      .updateTable('digest_turns')
      .set({ looked_at: new Date('2030-03-01T08:00:00Z') })
      .where('user_id', '=', ana.userId)
      .execute();
    clock.set('2030-03-13T08:00:00Z');
    await meeting.runJobs();
    const newOnes = (person: Persona) =>
      digestsOf(meeting, person)[0]?.text.match(/\w+(?= speaks Japanese)/g);
    expect(newOnes(ana)).toEqual(['Yui', 'Hana', 'Emi']);
    expect(newOnes(ben)).toEqual(['Rin', 'Yui']);
  });

  test('people who are new to one reader are news, also beside a reader who has looked since', async () => {
    const meeting = await startMeeting();
    const { ana, ben, clock, platform } = meeting;
    for (const { calls } of [ana, ben]) {
      await calls.createLanguage({ languageCode: 'de', target: false, proficiency: 1 });
      await calls.createLanguage({ languageCode: 'ja', target: true, proficiency: 0.2 });
    }
    clock.set('2030-03-08T08:00:00Z');
    await meeting.signUp('emi@example.org', {
      ...{ name: 'Emi', description: 'Hello' },
      ...{ speaks: ['ja'], learns: { de: 0.2 } },
    });
    await platform.db
      .updateTable('digest_turns')
      .set({ looked_at: new Date('2030-03-07T08:00:00Z') })
      .where('user_id', '=', ana.userId)
      .execute();
    clock.set('2030-03-13T08:00:00Z');
    await meeting.runJobs();
    expect(digestsOf(meeting, ana)[0]?.text).toContain('Emi speaks Japanese');
    expect(digestsOf(meeting, ben)).toEqual([]);
  });

  test('nothing of blocked or banned people, and nothing that has been read meanwhile', async () => {
    const meeting = await startMeeting();
    const { ana, clock } = meeting;
    clock.set('2030-03-06T07:50:00Z');
    await write(meeting, ana);
    await (await meeting.again(meeting.ben)).calls.blockUser({ userId: ana.userId });
    clock.set(utcMorning);
    await meeting.runJobs();
    expect(digestsOf(meeting, ana)).toEqual([]);
    await (await meeting.again(meeting.ben)).calls.unblockUser({ userId: ana.userId });
    clock.set('2030-03-07T08:00:00Z');
    await queueDueDigests(meeting.platform);
    await (await meeting.again(ana)).calls.markRead({ userId: meeting.ben.userId });
    await meeting.runJobs();
    expect(digestsOf(meeting, ana)).toEqual([]);
  });

  test('an unread message is not included after a week', async () => {
    const meeting = await startMeeting();
    const { ana, clock } = meeting;
    await write(meeting, ana);
    for (let day = 6; day <= 16; day += 1) {
      clock.set(`2030-03-${String(day).padStart(2, '0')}T08:00:00Z`);
      await meeting.runJobs();
    }
    expect(digestsOf(meeting, ana)).toHaveLength(7);
  });
});

test('thousands due in the same minute need a few indexed statements', async () => {
  const { platform, clock } = await startMeeting();
  // An empty table is always fast; the test checks that the index can serve the query.
  const answers = (await platform.pool.query(`BEGIN; SET LOCAL enable_seqscan = off; EXPLAIN
    SELECT user_id FROM digest_turns WHERE look_at <= '2030-03-05' ORDER BY look_at LIMIT 200; COMMIT`)) as unknown;
  expect(JSON.stringify((answers as { rows: unknown }[])[2]?.rows)).toContain('digest_turns_by_time');
  await platform.pool.query(
    `INSERT INTO users (user_id, created_at, updated_at, email, name, time_zone)
     SELECT gen_random_uuid(), $1, $1, 'p' || n || '@example.org', 'P' || n, 'Europe/Berlin' FROM generate_series(1, 3000) AS n`,
    [clock.now()],
  );
  await queueDueDigests(platform);
  clock.set('2030-03-06T07:00:00Z');
  await queueDueDigests(platform);
  const { rows: turns } = await platform.pool.query<{ look_at: Date; n: number }>(
    `SELECT look_at, count(*)::integer AS n FROM digest_turns GROUP BY look_at ORDER BY n DESC LIMIT 1`,
  );
  expect(turns).toEqual([{ look_at: new Date('2030-03-07T07:00:00Z'), n: 3000 }]);
  // No member has news, so no mail is queued.
  expect(await platform.db.selectFrom('waiting_mails').selectAll().execute()).toEqual([]);
});
