import type { Weekly } from '@parlance/contract/reliability';
import { seriesMax } from '@parlance/contract/series';
import { answerableMs } from '@parlance/contract/trust';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { isInSeries } from './series-row.ts';
import { partnerOf } from './session-of-two.ts';
import type { Booking } from './slot-row.ts';

/** The weekly state of these sessions by slot; none if a series is impossible. */
export async function loadWeekly(
  platform: Platform,
  userId: string,
  scheduleSlotIds: string[],
): Promise<Map<string, Weekly>> {
  if (scheduleSlotIds.length === 0) return new Map();
  const agreed = await loadAgreed(platform, scheduleSlotIds);
  const open = scheduleSlotIds.filter((slotId) => !agreed.has(slotId));
  return new Map([...agreed, ...(await loadOffers(platform, userId, open))]);
}

/** Sessions of a series, each with the skipped weeks before it. */
async function loadAgreed({ db, clock }: Platform, scheduleSlotIds: string[]): Promise<Map<string, Weekly>> {
  const now = clock.now();
  const { rows } = await sql<{
    series_id: string;
    starts_at: Date;
    schedule_slot_id: string | null;
    how: string;
  }>`
    SELECT series_id, starts_at, schedule_slot_id, how FROM series_weeks
    WHERE series_id IN (SELECT series_id FROM series_weeks WHERE schedule_slot_id = ANY (${scheduleSlotIds}::uuid[]))
      AND (starts_at > ${now} OR schedule_slot_id = ANY (${scheduleSlotIds}::uuid[]))
    ORDER BY series_id, week`.execute(db);
  const agreed = new Map<string, Weekly>();
  for (const weeks of Map.groupBy(rows, ({ series_id }) => series_id).values()) {
    let leftOut: Weekly['leftOut'] = [];
    for (const { schedule_slot_id, starts_at: startsAt, how } of weeks) {
      if (schedule_slot_id === null) leftOut.push({ startsAt, reason: how === 'busy' ? 'busy' : 'skipped' });
      else {
        agreed.set(schedule_slot_id, { state: 'agreed', leftOut });
        leftOut = [];
      }
    }
  }
  return agreed;
}

interface OfferRow extends Booking {
  is_asked: boolean;
  is_wanted: boolean;
}

async function loadOffers(
  { db, clock }: Platform,
  userId: string,
  scheduleSlotIds: string[],
): Promise<Map<string, Weekly>> {
  const { rows } = await sql<OfferRow>`
    SELECT slot.*, EXISTS (SELECT FROM weekly_asks AS own
        WHERE own.schedule_slot_id = slot.schedule_slot_id AND own.user_id = ${userId}) AS is_asked,
      EXISTS (SELECT FROM weekly_asks AS theirs
        WHERE theirs.schedule_slot_id = slot.schedule_slot_id AND theirs.partner_user_id = ${userId}) AS is_wanted
    FROM schedule_slots AS slot
    WHERE slot.schedule_slot_id = ANY (${scheduleSlotIds}::uuid[]) AND slot.booked_by_user_id IS NOT NULL
      AND slot.ends_at > ${new Date(clock.now().getTime() - answerableMs)}
      AND NOT EXISTS (SELECT FROM blocks_between(slot.user_id, slot.booked_by_user_id))`.execute(db);
  const own = await db
    .selectFrom('session_series')
    .selectAll()
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('partner_user_id', '=', userId)]))
    .execute();
  const canBe = (session: Booking) => {
    const ofPair = own.filter((series) =>
      [series.user_id, series.partner_user_id].includes(partnerOf(session, userId)),
    );
    return (
      own.length < seriesMax.person &&
      ofPair.length < seriesMax.pair &&
      !ofPair.some((series) => isInSeries(series, session.starts_at))
    );
  };
  return new Map(
    rows.filter(canBe).map(({ schedule_slot_id, is_asked, is_wanted }) => {
      const state = is_asked ? 'asked' : is_wanted ? 'wanted' : 'open';
      return [schedule_slot_id, { state, leftOut: [] }];
    }),
  );
}
