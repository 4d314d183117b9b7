import type { Calls } from '@parlance/client/http';
import type { UserPreferenceName } from '@parlance/contract/account';
import { type PushPreferenceName, pushPreferences } from '@parlance/contract/push';
import { queryOptions } from '@tanstack/react-query';
import { noticeKinds } from './notice-kinds';

export type NoticeChoices = Record<UserPreferenceName, boolean>;

/** The mail settings. A link in a mail may have changed them, so they are always refetched. */
export function noticesQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: ['notices', userId, 'choices'],
    queryFn: async () => {
      const read = await Promise.all(noticeKinds.map(({ name }) => calls.getPreference({ name })));
      return Object.fromEntries(read.map(({ name, value }) => [name, value === true])) as NoticeChoices;
    },
    staleTime: 0,
  });
}

/** The mail setting behind an unsubscribe link. */
export function subscriptionQuery(calls: Calls, token: string) {
  return queryOptions({
    queryKey: ['notices', 'subscription', token],
    queryFn: () => calls.getSubscription({ token }),
    staleTime: 0,
  });
}

export const pushKey = (userId: string) => ['notices', userId, 'push'];

/** Push key and devices of the member. */
export function pushQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: [...pushKey(userId), 'devices'],
    queryFn: () => calls.getPush(),
    staleTime: 0,
  });
}

export type PushChoices = Record<Exclude<PushPreferenceName, 'push-quiet'>, boolean> & {
  'push-quiet': string;
};

/** What the member is notified of, for all devices. */
export function pushChoicesQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: [...pushKey(userId), 'choices'],
    queryFn: async () => {
      const names = Object.keys(pushPreferences);
      const read = await Promise.all(names.map((name) => calls.getPreference({ name })));
      return Object.fromEntries(read.map(({ name, value }) => [name, value])) as PushChoices;
    },
    staleTime: 0,
  });
}
