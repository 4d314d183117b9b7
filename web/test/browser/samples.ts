import type { getStanding } from '@parlance/contract/contact';
import type { ResultOf } from '@parlance/contract/endpoint';
import type { Appointment } from '@parlance/contract/schedule';
import { createdAt, ownUserId } from './render';

export { createdAt };

export const slotId = (serial: number): string =>
  `00000000-0000-7000-8000-${String(serial).padStart(12, '0')}`;

export const profileOf = (userId: string, name: string) => ({
  userId,
  name,
  description: '',
  profileImageUrl: null,
  createdAt,
});
export const ben = profileOf('00000000-0000-7000-8000-00000000000b', 'Ben');
export const ada = profileOf(ownUserId, 'Ada');

/** A session that the member has booked with Ben. */
export const bookedWithBen = (startsAt: Date, serial: number): Appointment => ({
  scheduleSlotId: slotId(serial),
  startsAt,
  duration: 30,
  bookedByUserId: ada.userId,
  bookedByUser: ada,
  userId: ben.userId,
  user: ben,
  createdAt,
  updatedAt: createdAt,
});

/** What `getStanding` answers to a member without limits. */
export const trustedStanding: ResultOf<typeof getStanding> = {
  state: 'trusted',
  notifiedLeft: 8,
  notifiedPerDay: 8,
  left: 50,
  until: null,
  canAppeal: false,
};
