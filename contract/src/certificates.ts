import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { programmeMax } from './programme-limits.ts';
import { languageMinutes, programmeDay, programmeParams } from './programmes.ts';
import { empty, instant, text, uuid } from './text.ts';

/** Twenty characters of Crockford's base 32, which has no I, L, O and U: 100 bits. */
export const certificateCodeLength = 20;
export const certificateAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code as written, without spaces and hyphens, in capitals. */
export const certificateCode = z.string().check(
  z.maxLength(40),
  z.overwrite((code) => code.replaceAll(/[\s-]/g, '').toUpperCase()),
  z.regex(/^[0-9A-HJKMNP-TV-Z]{20}$/, 'Must be the code of a certificate'),
);

/** The name that is printed; it may differ from the name of the profile. */
export const certificateName = text({
  min: 1,
  max: programmeMax.certificateName,
  required: 'Name is required',
});

/** Issues the certificate; an earlier one of the same programme is deleted. The address is shown only once. */
export const issueCertificate = endpoint({
  method: 'POST',
  path: '/programme/{programmeId}/certificate',
  access: 'signed-in',
  summary: 'Get the own certificate',
  params: programmeParams,
  payload: z.object({
    name: certificateName,
    /** Keeps it checkable until this day after the account is deleted. */
    keepUntil: z.optional(programmeDay),
  }),
  result: z.object({ url: z.string(), code: z.string() }),
});

/** The printed content of a certificate. */
export const certificate = z.object({
  status: z.enum(['valid', 'withdrawn']),
  withdrawnAt: z.nullable(instant),
  name: z.string(),
  programme: z.string(),
  office: z.string(),
  languages: z.array(languageMinutes),
  minutes: z.number(),
  termStartsOn: programmeDay,
  termEndsOn: programmeDay,
  issuedOn: programmeDay,
});
export type Certificate = z.output<typeof certificate>;

export const getCertificate = endpoint({
  method: 'GET',
  path: '/certificate/{code}',
  access: 'entry',
  summary: 'Check a certificate by its code',
  params: z.object({ code: certificateCode }),
  result: certificate,
});

export const deleteCertificate = endpoint({
  method: 'DELETE',
  path: '/certificate/{code}',
  access: 'signed-in',
  summary: 'Delete the own certificate by its code',
  params: z.object({ code: certificateCode }),
  result: empty,
});

/** By the student until the programme is erased, afterwards by the code. */
export const withdrawCertificate = endpoint({
  method: 'POST',
  path: '/programme/{programmeId}/certificate/withdraw',
  access: 'signed-in',
  summary: 'Withdraw a certificate (coordinators)',
  params: programmeParams,
  payload: z
    .object({
      userId: z.optional(uuid),
      code: z.optional(certificateCode),
      reason: text({ min: 1, max: programmeMax.withdrawReason, required: 'Give a reason' }),
    })
    .check(
      z.refine(({ userId, code }) => (userId === undefined) !== (code === undefined), {
        path: ['code'],
        error: 'Give either the student or the code',
      }),
    ),
  result: empty,
});
