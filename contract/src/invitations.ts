import * as z from 'zod/mini';
import { invitationSecret } from './access.ts';
import { endpoint } from './endpoint.ts';
import { instant, text, uuid } from './text.ts';

export const invitationUses = { min: 1, max: 2000 } as const;
export const invitationDays = { min: 1, max: 180 } as const;

/** What an invitation is made of. The server checks the date against its clock. */
export const newInvitation = z.object({
  uses: z.int().check(z.gte(invitationUses.min), z.lte(invitationUses.max)),
  until: instant,
  /** Only addresses of this domain may use it. */
  domain: z.optional(text({ min: 1, max: 253 })),
});
export type NewInvitation = z.output<typeof newInvitation>;

/** What the holder of an invitation link learns before signing up. An expired, used up or revoked one is not found. */
export const getInvitation = endpoint({
  method: 'GET',
  path: '/invitation/{secret}',
  access: 'entry',
  summary: 'What an invitation link is for',
  params: z.object({ secret: invitationSecret }),
  result: z.object({
    programmeId: z.nullable(uuid),
    programmeName: z.nullable(z.string()),
    until: instant,
    /** The domain that the address must have, null for any. */
    domain: z.nullable(z.string()),
  }),
});
