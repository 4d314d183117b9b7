import type { AuthResult } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import { type ClientTimeZone, recordSignIn, startSession, storeTimeZone } from '#access/access';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';
import { pageLocale } from '#platform/reader-words';
import { moveActivity } from './activity.ts';
import { type Agreements, acceptMoves, agreeToMeet, suggestOtherTime } from './agreeing.ts';
import { answerMessages } from './answering.ts';
import { cast, demoUser } from './cast.ts';
import { addPeople, fillCommunity, findCommunity, isDatabaseEmpty, type Progress } from './community.ts';
import { publishFreeTimes } from './free-times.ts';
import { keepPhrases } from './keepsakes.ts';
import { live } from './life.ts';
import { moveAccountOn } from './moving-on.ts';
import { keepPastSessions } from './past-sessions.ts';
import { hangPortraits } from './portraits.ts';
import { bookSessionNow } from './session-now.ts';
import { bookAmongOthers, tellStory } from './story.ts';

interface DemoState {
  /** User ids by key; null without a demo. */
  community: Map<string, string> | null;
  /** The demo account while it is being recreated: concurrent visitors after a deletion share one. */
  newAccount: Promise<string> | null;
}

const stateOf = nodeState((): DemoState => ({ community: null, newAccount: null }));

export const isDemoOpen = (platform: Platform): boolean => stateOf(platform).community !== null;

/** Creates the demo community in an empty embedded database, or resumes it. Production and database servers never set `demoData`. */
export async function openDemo(platform: Platform, print: Progress = () => {}): Promise<void> {
  if (!platform.config.demoData) return;
  const startedAt = performance.now();
  const isFirst = await isDatabaseEmpty(platform);
  const say: Progress = (line) => print(`    ${line}\n`);
  if (isFirst) {
    print('\n  Making the demo community, on the first start only:\n');
    await fillCommunity(platform, say);
  }
  const community = await findCommunity(platform);
  if (community.size === 0) return;
  if (await settle(platform, community, say)) await bookAmongOthers(platform, community);
  if (isFirst) print(`    done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  else await renew(platform, community);
  stateOf(platform).community = community;
}

/** Adds the account's history unless present; completes an interrupted start. */
async function settle(
  platform: Platform,
  community: Map<string, string>,
  say: Progress = () => {},
): Promise<boolean> {
  const account = await platform.db
    .selectFrom('demo_people')
    .select(['user_id', 'is_settled'])
    .where('key', '=', demoUser.key)
    .executeTakeFirst();
  if (!account || account.is_settled) return false;
  say('hanging portraits, remembering conversations and sessions');
  await hangPortraits(platform);
  await tellStory(platform, community);
  await keepPastSessions(platform, community);
  await keepPhrases(platform, community);
  await platform.db
    .updateTable('demo_people')
    .set({ is_settled: true })
    .where('user_id', '=', account.user_id)
    .execute();
  return true;
}

/** Renews free times and activity as days pass. */
async function renew(platform: Platform, community: Map<string, string>): Promise<void> {
  const members = cast.flatMap((member) => {
    const userId = community.get(member.key);
    return userId === undefined ? [] : [{ userId, member, host: member }];
  });
  await publishFreeTimes(platform, platform.db, members);
  await moveActivity(platform, members);
  await moveAccountOn(platform, community);
}

/** Signs in as the demo user in the language of the page. A deleted account is recreated. */
export async function enterDemo(
  platform: Platform,
  {
    userAgent,
    acceptLanguage,
    ...clientTimeZone
  }: ClientTimeZone & {
    userAgent: string;
    acceptLanguage: string | undefined;
  },
): Promise<AuthResult> {
  const { community } = stateOf(platform);
  if (!community) throw new ApiError('EndpointNotFound');
  const userId = await findAccount(platform, community);
  await bookSessionNow(platform, community, 'now');
  return platform.db.transaction().execute(async (tx) => {
    const { banned_at } = await tx
      .selectFrom('users')
      .select('banned_at')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (banned_at) throw new ApiError('UserBanned');
    await storeTimeZone(tx, userId, clientTimeZone);
    // Visitors share this account, so each sign-in resets the language.
    const locale = pageLocale(platform, acceptLanguage);
    if (locale !== null)
      await tx.updateTable('users').set({ locale }).where('user_id', '=', userId).execute();
    await recordSignIn(tx, platform.clock, userId);
    return startSession(platform, tx, { userId, userAgent });
  });
}

async function findAccount(platform: Platform, community: Map<string, string>): Promise<string> {
  const known = (await findCommunity(platform)).get(demoUser.key);
  const state = stateOf(platform);
  if (known !== undefined && !state.newAccount) return known;
  state.newAccount ??= makeAccount(platform, community).finally(() => {
    state.newAccount = null;
  });
  return state.newAccount;
}

async function makeAccount(platform: Platform, community: Map<string, string>): Promise<string> {
  await addPeople(platform, [demoUser]);
  const userId = (await findCommunity(platform)).get(demoUser.key);
  if (userId === undefined) throw new Error('the demo user is missing');
  community.set(demoUser.key, userId);
  await settle(platform, community);
  return userId;
}

const answersEverySeconds = 2;
const lifeEverySeconds = 15;
const renewsEverySeconds = 3600;

/** Schedules answers, bookings and new free times; nothing without a demo. */
export function demoJobs(platform: Platform, agreements: Agreements): void {
  if (!platform.config.demoData) return;
  const whenOpen = (look: (community: Map<string, string>) => Promise<void>) => async () => {
    const { community } = stateOf(platform);
    if (community) await look(community);
  };
  const { jobs } = platform;
  jobs.every(
    answersEverySeconds,
    'demo-answers',
    whenOpen(async () => {
      await answerMessages(platform);
      await agreeToMeet(platform, agreements);
      await acceptMoves(platform, agreements);
    }),
  );
  jobs.every(
    lifeEverySeconds,
    'demo-life',
    whenOpen(async (community) => {
      await live(platform, community);
      const me = community.get(demoUser.key) ?? '';
      const isVisited = platform.realtime.connectedUserIds().includes(me);
      if (!isVisited) return;
      await bookSessionNow(platform, community, 'within hours');
      await suggestOtherTime(platform, agreements, { me, partner: community.get('aiko') ?? me });
    }),
  );
  jobs.every(
    renewsEverySeconds,
    'demo-days',
    whenOpen((community) => renew(platform, community)),
  );
}
