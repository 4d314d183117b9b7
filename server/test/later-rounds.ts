import { type IdPair, pairKey, type RoundStudent } from '#programmes/fit';
import { seededRandom } from '#programmes/synthetic';
import { workOut } from '#programmes/work-out';
import { cohortOf, cohortShapes, inputOf } from '#test/cohorts';

const roundsOfOne = 10;
const newcomers = 6;

/** The students of a round as the server reads them: those with room, and what they have already. */
function withRoom(members: readonly RoundStudent[], published: readonly IdPair[]): RoundStudent[] {
  return members.flatMap((member) => {
    const partners = published.filter((ids) => ids.includes(member.userId)).length;
    const room = member.room - partners;
    return room > 0 ? [{ ...member, room, hasPartner: partners > 0, waits: partners === 0 }] : [];
  });
}

/** What is wrong with the pairs of a later round, or null. */
function faultOf(
  students: readonly RoundStudent[],
  published: readonly IdPair[],
  { pairs, left }: Awaited<ReturnType<typeof workOut>>,
): string | null {
  const before = new Set(published.map((ids) => pairKey(...ids)));
  const room = new Map(students.map((student) => [student.userId, student.room]));
  for (const { ids } of pairs) {
    if (before.has(pairKey(...ids))) return 'a published pair was made again';
    for (const userId of ids) room.set(userId, (room.get(userId) ?? 0) - 1);
  }
  if ([...room.values()].some((rest) => rest < 0)) return 'a student got more partners than there is room';
  const have = new Set(published.flat());
  return left.some(({ userId }) => have.has(userId)) ? 'a student with a partner counts as unmatched' : null;
}

/** Ten rounds in each of `programmes` programmes, in which students come late and leave. Returns the number of pairs. */
export async function playLaterRounds(programmes: number): Promise<{ rounds: number; pairs: number }> {
  const random = seededRandom(5);
  let made = 0;
  for (let programme = 0; programme < programmes; programme++) {
    const shape = cohortShapes[programme % cohortShapes.length] ?? 'even';
    const all = cohortOf(shape, roundsOfOne * newcomers, programme + 1).map((student) => ({
      ...student,
      room: random() < 0.2 ? 2 : 1,
    }));
    let members: RoundStudent[] = [];
    let published: IdPair[] = [];
    for (let round = 0; round < roundsOfOne; round++) {
      const leaver = random() < 0.5 ? members[Math.floor(random() * members.length)]?.userId : undefined;
      const late = all.slice(round * newcomers, (round + 1) * newcomers);
      members = [...members, ...late].filter(({ userId }) => userId !== leaver);
      published = published.filter((ids) => leaver === undefined || !ids.includes(leaver));
      const students = withRoom(members, published);
      const result = await workOut({ ...inputOf(students), apart: published });
      const fault = faultOf(students, published, result);
      if (fault) throw new Error(`${fault}: programme ${programme}, round ${round}`);
      published = [...published, ...result.pairs.map(({ ids }) => ids)];
      made += result.pairs.length;
    }
  }
  return { rounds: programmes * roundsOfOne, pairs: made };
}
