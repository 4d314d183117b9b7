import type { PayloadOf } from '@parlance/contract/endpoint';
import type { createProgramme } from '@parlance/contract/programme-care';
import { vi } from 'vitest';
import type { TestAppOptions } from '#test/app';
import { type Community, type Persona, startCommunity } from '#test/personas';
import { type Joining, placeOf } from '#test/programme-place';

type Settings = PayloadOf<typeof createProgramme>;

export const programmeSettings: Settings = {
  name: 'Tandem 2030',
  office: 'Language Centre',
  officeEmail: 'tandem@uni.example',
  timeZone: 'Europe/Berlin',
  languages: ['de', 'en', 'es', 'fr'],
  registrationEndsOn: '2030-03-08',
  termStartsOn: '2030-03-11',
  termEndsOn: '2030-06-28',
  eraseOn: '2030-09-30',
  neededHours: 2,
  declaredPercent: 50,
  consentText: 'The Language Centre sees your name, languages and hours.',
  isOpen: false,
};

/** A programme in registration, with an admin, its coordinator Cora, a stranger and an invitation. */
export interface ProgrammeStage extends Community {
  programmeId: string;
  invitation: string;
  admin: Persona;
  cora: Persona;
  stranger: Persona;
  /** Signs a member up and takes a place. */
  enrol(name: string, place: Joining): Promise<Persona>;
  /** Takes a place for a member who exists. */
  enrolMember(member: Persona, place: Joining): Promise<void>;
  /** Runs a round and publishes it; returns its id. */
  match(): Promise<string>;
  /** Starts a round and waits for its result. */
  tryRound(pairs?: Pick<Parameters<Persona['calls']['startRound']>[0], 'locked' | 'apart'>): Promise<string>;
  /** Moves the clock to a moment and signs everybody in again: tokens expire. */
  goTo(moment: string): Promise<void>;
}

export async function startProgramme(
  changes: Partial<Settings> = {},
  options: TestAppOptions = {},
): Promise<ProgrammeStage> {
  const env = { RATE_LIMITS: 'off', ADMIN_EMAILS: 'admin@example.org', ...options.env };
  const app = await startCommunity({ now: '2030-03-04T09:00:00.000Z', ...options, env });
  const enter = (name: string) =>
    app.signUp(`${name.toLowerCase()}@example.org`, { name, description: `I am ${name}.`, speaks: ['en'] });
  const people = [await enter('Admin'), await enter('Cora'), await enter('Stranger')];
  const [admin, cora, stranger] = people as [Persona, Persona, Persona];
  const { programmeId } = await admin.calls.createProgramme({ ...programmeSettings, ...changes });
  await admin.calls.addCoordinator({ programmeId, email: cora.address });
  await cora.calls.setProgrammeState({ programmeId, state: 'registration' });
  const until = new Date(app.clock.now().getTime() + 30 * 24 * 3_600_000);
  const { url } = await cora.calls.inviteStudents({ programmeId, uses: 100, until });
  const invitation = url.split('/').at(-1) ?? '';
  const tryRound: ProgrammeStage['tryRound'] = async (pairs = { locked: [], apart: [] }) => {
    const { roundId } = await cora.calls.startRound({ programmeId, ...pairs });
    await vi.waitFor(
      async () => {
        const { round } = await cora.calls.getRound({ programmeId, roundId });
        if (round.state === 'working') throw new Error('the round is not worked out yet');
      },
      { timeout: 30_000, interval: 50 },
    );
    return roundId;
  };
  return {
    ...app,
    programmeId,
    invitation,
    admin,
    cora,
    stranger,
    async enrol(name, place) {
      const student = await enter(name);
      await student.calls.joinProgramme({ programmeId, invitation, ...place });
      people.push(student);
      return student;
    },
    async enrolMember(member, place) {
      await member.calls.joinProgramme({ programmeId, invitation, ...place });
    },
    tryRound,
    async match() {
      const roundId = await tryRound();
      await cora.calls.publishRound({ programmeId, roundId });
      return roundId;
    },
    async goTo(moment) {
      app.clock.set(new Date(moment));
      for (const person of people) Object.assign(person, await app.signIn(person.address));
    },
  };
}

/** A running programme with the pair of Ana, who speaks German, and Ben, who speaks English. */
export async function startPairedProgramme(
  changes: Partial<Settings> = {},
  options: TestAppOptions = {},
): Promise<ProgrammeStage & { ana: Persona; ben: Persona }> {
  const stage = await startProgramme(changes, options);
  const ana = await stage.enrol('Ana', placeOf('de', 'en'));
  const ben = await stage.enrol('Ben', placeOf('en', 'de'));
  await stage.cora.calls.setProgrammeState({ programmeId: stage.programmeId, state: 'matching' });
  await stage.match();
  await stage.goTo('2030-03-12T08:00:00Z');
  await stage.runJobs();
  return { ...stage, ana, ben };
}

/** Stores hours of sessions, as `hours.test.ts` makes them. */
export async function giveHours(
  { platform: { db, clock }, programmeId }: ProgrammeStage,
  { userId }: Persona,
  minutes: number,
): Promise<void> {
  await db
    .insertInto('programme_hours')
    .values({
      hours_id: crypto.randomUUID(),
      programme_id: programmeId,
      user_id: userId,
      schedule_slot_id: crypto.randomUUID(),
      day: '2030-03-12',
      source: 'session',
      first_language: 'de',
      first_ms: minutes * 60_000,
      created_at: clock.now(),
      confirmed_at: clock.now(),
    })
    .execute();
}
