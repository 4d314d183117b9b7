import { expect, test } from 'vitest';
import { startTestApp } from '#test/app';
import { brokenInvariants, lostRace } from '#test/booking-proof';
import { raceToMove } from '#test/move-proof';

test('of 200 who move to or book one slot at once exactly one gets it, and no session is lost', {
  timeout: 240_000,
}, async () => {
  const { platform, startNode } = await startTestApp();
  const other = await startNode();
  const outcome = await raceToMove([platform, other.platform], 200);
  expect(outcome).toEqual({ winners: 1, refusals: [lostRace], without: [] });
  expect(await brokenInvariants(platform)).toEqual([]);
});
