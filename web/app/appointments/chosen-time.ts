import type { BaseProfile } from '@parlance/contract/people';
import type { Appointment } from '@parlance/contract/schedule';

/** A session that is to get another time. */
export interface RescheduleProps {
  session: Appointment;
  partner: BaseProfile;
  onMoved: () => void;
}

/** A chosen slot, or for the owner any start. */
export interface ChosenTime {
  scheduleSlotId: string | null;
  startsAt: Date;
}
