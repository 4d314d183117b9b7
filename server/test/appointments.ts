import { ApiError } from '@parlance/contract/errors';
import { banUser } from '#moderation/moderation';
import type { TestAppOptions } from '#test/app';
import { type Community, type Persona, startCommunity } from '#test/personas';

/** Members who meet: Ana publishes times, Ben and Chen book them. */
export interface Meeting extends Community {
  ana: Persona;
  ben: Persona;
  chen: Persona;
  /** Returns the time in so many minutes on the test's clock, which starts at a full hour. */
  inMinutes(minutes: number): Date;
  inHours(hours: number): Date;
  /** Signs the member in again at a later time, when the access token has expired. */
  again(person: Persona): Promise<Persona>;
}

export async function startMeeting(options?: TestAppOptions): Promise<Meeting> {
  const app = await startCommunity(options);
  const join = (name: string) =>
    app.signUp(`${name.toLowerCase()}@example.org`, { name, description: `I am ${name}.` });
  const ana = await join('Ana');
  const ben = await join('Ben');
  const chen = await join('Chen');
  const inMinutes = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000);
  return {
    ...app,
    ana,
    ben,
    chen,
    inMinutes,
    inHours: (hours) => inMinutes(hours * 60),
    again: ({ address }) => app.signIn(address),
  };
}

/** Ana and Ben have finished a session of 45 minutes and are signed in again. */
export interface AfterSession extends Meeting {
  scheduleSlotId: string;
  signInAll(): Promise<Pick<Meeting, 'ana' | 'ben' | 'chen'>>;
}

export async function startAfterSession(
  startsAt: string,
  zones: { owner?: string; booker?: string } = {},
): Promise<AfterSession> {
  const meeting = await startMeeting();
  meeting.clock.set(new Date(new Date(startsAt).getTime() - 3_600_000));
  const signInAll = async () => ({
    ana: await meeting.again(meeting.ana),
    ben: await meeting.again(meeting.ben),
    chen: await meeting.again(meeting.chen),
  });
  const before = await signInAll();
  if (zones.owner) await before.ana.calls.updateUser({ timeZone: zones.owner });
  if (zones.booker) await before.ben.calls.updateUser({ timeZone: zones.booker });
  const slot = await before.ana.calls.createSlot({ startsAt: new Date(startsAt), duration: 45 });
  const { scheduleSlotId } = slot;
  await before.ben.calls.bookSlot({ userId: meeting.ana.userId, scheduleSlotId });
  meeting.clock.advance({ hours: 2 });
  return { ...meeting, ...(await signInAll()), scheduleSlotId, signInAll };
}

/** Returns status, code and message of a refusal, else the response. */
export async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (answer) => ({ answer }),
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      const { statusCode, code, message, fields } = error;
      return fields ? { statusCode, code, message, fields } : { statusCode, code, message };
    },
  );
}

export async function ban({ platform }: Pick<Community, 'platform'>, { userId }: Persona): Promise<void> {
  await banUser(platform, null, userId, 'spam');
}

/** Both have written. */
export async function acquaint(one: Persona, other: Persona): Promise<void> {
  await one.calls.sendTextMessage({ userId: other.userId, content: 'Hello' });
  await other.calls.sendTextMessage({ userId: one.userId, content: 'Hello' });
}
