import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { userLanguage } from './languages.ts';
import { baseProfile } from './people.ts';
import { empty, instant, page, uuid } from './text.ts';

/** Maximum number of people that a member can save. */
export const savedPeopleMax = 2_000;

const params = z.object({ userId: uuid });

/** Saves a person. Private: the person is not notified. Idempotent. */
export const saveUser = endpoint({
  method: 'POST',
  path: '/user/{userId}/save',
  access: 'signed-in',
  summary: 'Save a person',
  params,
  result: empty,
});

/** Removes a saved person. Idempotent. */
export const unsaveUser = endpoint({
  method: 'DELETE',
  path: '/user/{userId}/save',
  access: 'signed-in',
  summary: 'Remove a saved person',
  params,
  result: empty,
});

/** A saved person with the time of saving. */
export const savedUser = z.extend(baseProfile, { languages: z.array(userLanguage), savedAt: instant });

/** Lists the caller's saved people, most recently saved first; banned members are left out. */
export const listSavedUsers = endpoint({
  method: 'GET',
  path: '/user/saved',
  access: 'signed-in',
  summary: 'Saved people',
  payload: z.object(page()),
  result: z.object({ count: z.number(), users: z.array(savedUser) }),
});

/** Blocks a member. From the response on, nothing passes between the two. */
export const blockUser = endpoint({
  method: 'POST',
  path: '/user/{userId}/block',
  access: 'signed-in',
  summary: 'Block a person',
  params,
  result: empty,
});

export const unblockUser = endpoint({
  method: 'POST',
  path: '/user/{userId}/unblock',
  access: 'signed-in',
  summary: 'Unblock a person',
  params,
  result: empty,
});

/** A person whom the caller has blocked. */
export const blockedUser = z.object({
  userId: uuid,
  name: z.string(),
  profileImageUrl: z.nullable(z.string()),
  blockedAt: instant,
});
export type BlockedUser = z.output<typeof blockedUser>;

/** Lists the people whom the caller has blocked, most recently blocked first; banned members are left out. */
export const listBlockedUsers = endpoint({
  method: 'GET',
  path: '/user/block',
  access: 'signed-in',
  summary: 'Blocked people',
  payload: z.object(page()),
  result: z.object({ count: z.number(), users: z.array(blockedUser) }),
});
