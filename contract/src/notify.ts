import * as z from 'zod/mini';
import { userPreferenceNames } from './account.ts';
import { endpoint } from './endpoint.ts';

// Signed by the server; an invalid token is an unknown address (404), not invalid input.
const params = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });
const subscription = z.object({ name: z.enum(userPreferenceNames), isOn: z.boolean() });

/** The kind of mail of an unsubscribe address, and whether it is on. Read-only. */
export const getSubscription = endpoint({
  method: 'GET',
  path: '/unsubscribe/{token}',
  access: 'entry',
  summary: 'What an unsubscribe address stands for',
  params,
  result: subscription,
});

/** Turns the mails of an unsubscribe address off or on without signing in. */
export const setSubscription = endpoint({
  method: 'POST',
  path: '/unsubscribe/{token}',
  access: 'entry',
  summary: 'Turn the mails of an unsubscribe address off or on',
  params,
  payload: z.object({ isOn: z.boolean() }),
  result: subscription,
});
