import { sql } from 'kysely';
import { type AfterCommit, type Tx, transact } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { lastSeen } from './activity.ts';
import { type CastMember, cast, demoUser } from './cast.ts';
import { publishFreeTimes } from './free-times.ts';
import { fraction } from './seeded.ts';

/** Prints the progress of the first start. */
export type Progress = (line: string) => void;

type Described = Omit<CastMember, 'asks'>;

const dayMs = 24 * 3_600_000;
/** A reserved domain: mail to it only reaches the development outbox. */
const demoAddress = 'demo@parlance.example';

export async function fillCommunity(platform: Platform, say: Progress): Promise<void> {
  const languages = new Set(cast.flatMap(({ speaks }) => speaks));
  say(`introducing ${cast.length} people who speak ${languages.size} languages`);
  await addPeople(platform, [...cast, demoUser]);
}

/** Adds members with listing and free times in one transaction: all or none. */
export async function addPeople(platform: Platform, people: Described[]): Promise<void> {
  await transact(platform, async (tx) => {
    const added = people.map((person) => ({ person, userId: newId(platform.clock) }));
    for (const { person, userId } of added) {
      await insertPerson(platform, tx, userId, person);
    }
    const hosts = added.map(({ person, userId }) => ({ userId, host: person }));
    await publishFreeTimes(platform, tx, hosts);
    const later: AfterCommit[] = [];
    for (const { userId } of added) {
      later.push(await platform.effects.run(platform, tx, 'userListingChanged', { userId }));
    }
    return async () => {
      for (const each of later) await each();
    };
  });
}

async function insertPerson({ clock }: Platform, tx: Tx, userId: string, person: Described): Promise<void> {
  const now = clock.now();
  const daysHere = person.isNew ? 2 : 20 + Math.floor(fraction(person.key, 'joined') * 300);
  const joinedAt = new Date(now.getTime() - daysHere * dayMs);
  await tx
    .insertInto('users')
    .values({
      user_id: userId,
      created_at: joinedAt,
      updated_at: joinedAt,
      // The others have no address: they receive no mail and cannot sign in.
      email: person === demoUser ? demoAddress : null,
      name: person.name,
      description: person.own === undefined ? person.about : `${person.about}\n\n${person.own}`,
      interests: person.interests,
      time_zone: person.timeZone,
      last_active_at: lastSeen(person, now),
      // Newcomers ask first, so that the demo account has requests.
      writes_to_me: person === demoUser ? 'known' : 'everybody',
    })
    .execute();
  const languages = [
    ...person.speaks.map((code) => ({ code, learning: false, proficiency: 1 })),
    ...Object.entries(person.learns).map(([code, proficiency]) => ({ code, learning: true, proficiency })),
  ];
  await tx
    .insertInto('user_languages')
    .values(
      languages.map(({ code, learning, proficiency }, place) => ({
        user_id: userId,
        language_code: code,
        learning,
        proficiency,
        created_at: new Date(joinedAt.getTime() + place),
      })),
    )
    .execute();
  await tx.insertInto('demo_people').values({ user_id: userId, key: person.key }).execute();
}

/** Whether there are no users; a demo is only created then. */
export async function isDatabaseEmpty({ db }: Platform): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    SELECT NOT EXISTS (SELECT FROM users) AS "isEmpty"`.execute(db);
  return rows[0]?.isEmpty ?? false;
}

/** User ids by key, including the demo account. */
export async function findCommunity({ db }: Platform): Promise<Map<string, string>> {
  const rows = await db.selectFrom('demo_people').select(['key', 'user_id']).execute();
  return new Map(rows.map(({ key, user_id }) => [key, user_id]));
}
