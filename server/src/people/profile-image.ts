import { randomBytes } from 'node:crypto';
import { ApiError } from '@parlance/contract/errors';
import { word } from '@parlance/words/word';
import { sendFile } from '#platform/files';
import type { Http } from '#platform/http';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { takeUpload } from '#platform/upload-quota';
import { rebuildImage } from './rebuild-image.ts';

/** Enough for several crops in a row. */
const pictureQuota = {
  burst: 20,
  perMinute: 2,
  mebibytesADay: 100,
  refusal: word('You have sent many pictures. This one can be sent {when}.'),
};
const folder = 'profile-images';
const servedKey = /^profile-images\/[0-9a-f]{32}\.jpg$/;

/** Sets the profile picture, or removes it without bytes. The old file is removed after the commit. */
export async function setProfileImage(
  platform: Platform,
  { userId }: Caller,
  bytes: Buffer | null,
): Promise<void> {
  if (bytes !== null) await takeUpload(platform, `picture:${userId}`, pictureQuota, bytes.length);
  const key = bytes === null ? null : await storeImage(platform, userId, bytes);
  try {
    const oldKey = await replaceKey(platform, userId, key);
    if (oldKey !== null) await platform.files.remove(oldKey);
  } catch (error) {
    if (key !== null) await platform.files.remove(key);
    throw error;
  }
}

async function storeImage(platform: Platform, userId: string, bytes: Buffer): Promise<string> {
  const image = await rebuildImage(bytes, userId);
  // The key is unguessable and new per picture, so a cached copy of an old address never shows a new picture.
  const key = `${folder}/${randomBytes(16).toString('hex')}.jpg`;
  await platform.files.put(key, image, { contentType: 'image/jpeg' });
  return key;
}

async function replaceKey(platform: Platform, userId: string, key: string | null): Promise<string | null> {
  const { oldKey, after } = await platform.db.transaction().execute(async (tx) => {
    const { profile_image_key } = await tx
      .selectFrom('users')
      .select('profile_image_key')
      .where('user_id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new ApiError('SessionInvalid'));
    await tx
      .updateTable('users')
      .set({ profile_image_key: key, updated_at: platform.clock.now() })
      .where('user_id', '=', userId)
      .execute();
    const after = await platform.effects.run(platform, tx, 'userProfileChanged', { userId });
    return { oldKey: profile_image_key, after };
  });
  await after();
  return oldKey;
}

/** Serves profile pictures publicly; other files of the store are not reachable here. */
export function registerMedia(http: Http, platform: Platform): void {
  const config = { cost: 2 };
  http.get<{ Params: { '*': string } }>('/media/*', { config }, async (request, reply) => {
    const key = request.params['*'];
    const isSent =
      servedKey.test(key) &&
      (await sendFile(reply, platform.files, key, {
        rangeHeader: request.headers.range,
        cacheControl: 'public, max-age=31536000, immutable',
      }));
    if (!isSent) throw new ApiError('ResourceNotFound');
    return reply;
  });
}
