import { placeOf } from '@parlance/server/test/programme-place';
import { expect } from '@playwright/test';
import type { Screen } from './every-screen.ts';
import { createMember, createPartner, type Person } from './people.ts';
import type { ServerProcess } from './server-process.ts';

const dayMs = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** A programme with a published pair and a student who joined later, and the screens of each role. */
export async function furnishProgramme(server: ServerProcess, { client: admin }: Person) {
  const coordinator = await createMember(server, 'Cora');
  const [ana, guest] = [await createMember(server, 'Ana'), await createMember(server, 'Gil')];
  const ben = await createPartner(server, 'Ben');
  const { programmeId } = await admin.calls.createProgramme({
    name: 'Tandem, summer term',
    office: 'Language Centre',
    officeEmail: 'tandem@uni.example',
    timeZone: 'Europe/London',
    languages: ['de', 'es'],
    registrationEndsOn: inDays(2),
    termStartsOn: inDays(4),
    termEndsOn: inDays(60),
    eraseOn: inDays(120),
    neededHours: 8,
    declaredPercent: 50,
    consentText: 'The Language Centre sees your name, languages and hours.',
    isOpen: true,
  });
  await admin.calls.addCoordinator({ programmeId, email: coordinator.mailbox.address });
  const { calls } = coordinator.client;
  await calls.setProgrammeState({ programmeId, state: 'registration' });
  await ana.client.calls.joinProgramme({ programmeId, ...placeOf('de', 'es') });
  await ben.client.calls.joinProgramme({ programmeId, ...placeOf('es', 'de') });
  await calls.inviteStudents({ programmeId, uses: 10, until: new Date(Date.now() + 2 * dayMs) });
  const base = `/programmes/${programmeId}`;
  const heading = 'Tandem, summer term';
  const joining: Screen = { path: `${base}/join`, heading: /^Join Tandem/ };
  /** Pairs Ana and Ben, whom the screens after this show. */
  const publish = async () => {
    await calls.setProgrammeState({ programmeId, state: 'matching' });
    const { roundId } = await calls.startRound({ programmeId, locked: [], apart: [] });
    await expect
      .poll(async () => (await calls.getRound({ programmeId, roundId })).round.state, { timeout: 60_000 })
      .toBe('done');
    await calls.publishRound({ programmeId, roundId });
  };
  const students: Screen[] = [{ path: base, heading }];
  const coordinators: Screen[] = [
    '',
    '/students',
    `/students/${ana.userId}`,
    '/matching',
    '/attendance',
    '/at-risk',
    '/messages',
  ].map((path) => ({ path: `${base}/coordinate${path}`, heading }));
  return { coordinator, ana, guest, joining, publish, students, coordinators };
}
