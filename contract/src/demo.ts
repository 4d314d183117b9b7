import * as z from 'zod/mini';
import { authResult, whereabouts } from './access.ts';
import { endpoint } from './endpoint.ts';

/** Signs in as the demo user. The call exists only while demo data is on, and never in production. */
export const continueAsDemoUser = endpoint({
  method: 'POST',
  path: '/auth/demo',
  access: 'entry',
  summary: 'Sign in as the demo user (only with demo data, never in production)',
  payload: z.object(whereabouts),
  result: authResult,
});
