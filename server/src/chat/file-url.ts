import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@parlance/contract/errors';
import { sendFile } from '#platform/files';
import type { Http } from '#platform/http';
import type { Platform } from '#platform/platform';

const hourMs = 3_600_000;
/** Long enough to download every file of an export. */
const exportedForMs = 7 * 24 * hourMs;
// Rounded, so that a list read twice within minutes has the same addresses and hits the browser cache.
const roundedToMs = 600_000;

/** Separate paths per kind: a signature for a recording is not valid for a picture. */
const kinds = {
  audio: { path: '/audio', cost: 3 },
  picture: { path: '/media/signed', cost: 2 },
} as const;
type Kind = keyof typeof kinds;

/** An address of a recording that works without a token for about an hour, because audio elements send no headers. */
export const signAudioUrl = (platform: Platform, key: string): string =>
  sign(platform, 'audio', key, hourMs).path;

/** An address of a picture, valid like that of a recording. */
export const signPictureUrl = (platform: Platform, key: string): string =>
  sign(platform, 'picture', key, hourMs).path;

/** An address for exports, valid for a week, with its expiry. */
export function signExported(platform: Platform, kind: Kind, key: string): { url: string; expiresAt: Date } {
  const { path, expires } = sign(platform, kind, key, exportedForMs);
  return { url: new URL(path, platform.config.publicUrl).href, expiresAt: new Date(expires) };
}

function sign(
  platform: Platform,
  kind: Kind,
  key: string,
  goodForMs: number,
): { path: string; expires: number } {
  const now = platform.clock.now().getTime();
  const expires = Math.ceil((now + goodForMs) / roundedToMs) * roundedToMs;
  const signature = signatureOf(platform, kind, key, expires);
  return { path: `${kinds[kind].path}/${key}?expires=${expires}&signature=${signature}`, expires };
}

/** Serves files by signed address; a signature is only issued to a participant. */
export function registerSignedFiles(http: Http, platform: Platform): void {
  for (const kind of ['audio', 'picture'] as const) registerKind(http, platform, kind);
}

function registerKind(http: Http, platform: Platform, kind: Kind): void {
  const { path, cost } = kinds[kind];
  http.get<{ Params: { '*': string }; Querystring: { expires?: string; signature?: string } }>(
    `${path}/*`,
    { config: { cost } },
    async (request, reply) => {
      const key = request.params['*'];
      const expires = Number(request.query.expires);
      const isGood =
        expires > platform.clock.now().getTime() &&
        isSame(String(request.query.signature), signatureOf(platform, kind, key, expires));
      if (!isGood) throw new ApiError('ResourceNotFound');
      const rangeHeader = request.headers.range;
      const isSent = await sendFile(reply, platform.files, key, {
        rangeHeader,
        cacheControl: 'private, max-age=3600',
      });
      if (!isSent) throw new ApiError('ResourceNotFound');
      return reply;
    },
  );
}

function signatureOf(platform: Platform, kind: Kind, key: string, expires: number): string {
  return createHmac('sha256', platform.secret).update(`${kind}:${key}:${expires}`).digest('base64url');
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
