import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/app';
import { insertPeople, lostRace, mixAtRandom, raceForSlot, seededRandom } from '#test/booking-proof';

// The full numbers (20 rounds, 5,000 acts) run with `npm run proof:booking`.
const contenderCount = 1000;
const rounds = 2;
const operations = 1000;
const patience = { timeout: 120_000 };

describe('many at once (issue: one winner each, nothing but the decided refusal)', () => {
  test('of 1,000 people who book one slot at the same moment exactly one gets it', patience, async () => {
    const { platform, clock } = await startTestApp();
    const [owner, ...contenders] = await insertPeople(platform, contenderCount + 1);
    for (let round = 1; round <= rounds; round += 1) {
      const startsAt = new Date(clock.now().getTime() + round * 3_600_000);
      const outcome = await raceForSlot(platform, owner!, contenders, startsAt);
      expect(outcome).toMatchObject({ winners: 1, refusals: { [lostRace]: contenderCount - 1 } });
      expect(Object.keys(outcome.refusals)).toEqual([lostRace]);
      expect(outcome.maxInFlight).toBe(contenderCount);
      // More than one caller passed the unlocked read, so the locks were contended.
      expect(outcome.sawItFree).toBeGreaterThan(1);
      expect(outcome.maxBusyConnections).toBeGreaterThan(1);
    }
  });

  test('publishing, booking, cancelling and deleting at random breaks no rule', patience, async () => {
    const { platform } = await startTestApp({ env: { RATE_LIMITS: 'off' } });
    const outcome = await mixAtRandom(platform, {
      people: 8,
      operations,
      workers: 16,
      random: seededRandom(5),
    });
    expect(outcome.broken).toEqual([]);
    expect(Object.keys(outcome.refusals).filter((refusal) => !/: (403|404)\//.test(refusal))).toEqual([]);
    expect(outcome.maxInFlight).toBe(16);
    for (const act of ['create', 'book', 'cancel', 'remove']) {
      expect(outcome.done[act], act).toBeGreaterThan(20);
    }
  });
});
