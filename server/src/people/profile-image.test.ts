import { profileImageMaxBytes } from '@parlance/contract/account-care';
import { ApiError } from '@parlance/contract/errors';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FileStore } from '#platform/files';
import { type Community, type Persona, startCommunity } from '#test/personas';
import { useQuota } from '#test/used-quota';

const png = (background: string) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
const blob = (bytes: Buffer, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type });

describe('the profile picture', () => {
  let community: Community;
  let files: FileStore;
  let ana: Persona;

  beforeEach(async () => {
    community = await startCommunity();
    ({ files } = community.platform);
    ana = await community.signUp('ana@example.org');
  });

  const address = async () => (await ana.calls.getUser()).profileImageUrl;
  const stored = () => Array.fromAsync(files.list('profile-images/'));
  const upload = async (colour: string) => {
    await ana.calls.updateProfileImage({ image: blob(await png(colour)) });
    return (await address()) ?? '';
  };

  test('is rebuilt, has an address nobody can guess, and everybody may see it', async () => {
    const url = await upload('#c00');
    expect(url).toMatch(/^\/media\/profile-images\/[0-9a-f]{32}\.jpg$/);
    expect((await ana.calls.getOwnProfile()).profileImageUrl).toBe(url);
    const response = await fetch(community.url + url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 512, height: 512 });
  });

  test('what the bytes are counts, not what the upload calls them', async () => {
    await ana.calls.updateProfileImage({ image: blob(await png('#0c0'), 'text/html') });
    expect(await address()).toMatch(/\.jpg$/);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await expect(ana.calls.updateProfileImage({ image: blob(svg, 'image/jpeg') })).rejects.toMatchObject({
      code: 5006,
      statusCode: 422,
    });
  });

  test('a new one has a new address and the old file is gone', async () => {
    const [first, second] = [await upload('#c00'), await upload('#0c0')];
    expect(second).not.toBe(first);
    expect((await fetch(community.url + first)).status).toBe(404);
    expect(await stored()).toEqual([second.replace('/media/', '')]);
  });

  test('uploads at the same time leave one file, the one that is shown', async () => {
    await Promise.all(['#c00', '#0c0', '#00c'].map(upload));
    expect(await stored()).toEqual([((await address()) ?? '').replace('/media/', '')]);
  });

  test('of a member who sends many large ones keeps nobody else waiting', async () => {
    const ben = await community.signUp('ben@example.org');
    const large = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#369' } })
      .png()
      .toBuffer();
    const burst = Array.from({ length: 6 }, () => ana.calls.updateProfileImage({ image: blob(large) }));
    const outcomes = Promise.allSettled(burst);
    // One upload is decoded and four wait; the refusal of the sixth has a retry time.
    await expect(Promise.all(burst)).rejects.toMatchObject({ code: 6001, statusCode: 429, timeout: 5 });
    await ben.calls.updateProfileImage({ image: blob(await png('#0c0')) });
    expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('no image part removes it', async () => {
    const url = await upload('#c00');
    await ana.calls.updateProfileImage({});
    expect(await address()).toBeNull();
    expect((await fetch(community.url + url)).status).toBe(404);
    expect(await stored()).toEqual([]);
    await ana.calls.updateProfileImage({});
    expect(await address()).toBeNull();
  });

  test('a refused picture changes nothing', async () => {
    const url = await upload('#c00');
    await expect(ana.calls.updateProfileImage({ image: blob(Buffer.from('no picture')) })).rejects.toThrow(
      ApiError,
    );
    expect(await address()).toBe(url);
    expect(await stored()).toHaveLength(1);
  });

  test('a picture whose change fails leaves no file', async () => {
    const url = await upload('#c00');
    community.log.expectError('request failed');
    community.platform.effects.on('userProfileChanged', async () => {
      throw new Error('a follower fails');
    });
    const image = blob(await png('#0c0'));
    await expect(ana.calls.updateProfileImage({ image })).rejects.toMatchObject({ code: 7000 });
    expect(await stored()).toEqual([url.replace('/media/', '')]);
    expect(await address()).toBe(url);
  });

  test('5 MiB is taken, a byte more is not', async () => {
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c00' } })
      .jpeg()
      .toBuffer();
    const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
    await ana.calls.updateProfileImage({ image: blob(padded(profileImageMaxBytes)) });
    const tooMany = ana.calls.updateProfileImage({ image: blob(padded(profileImageMaxBytes + 1)) });
    await expect(tooMany).rejects.toMatchObject({ code: 5005, statusCode: 422 });
    const farTooMany = ana.calls.updateProfileImage({ image: blob(padded(8 * 1024 * 1024)) });
    await expect(farTooMany).rejects.toMatchObject({ code: 5005 });
  });

  test('twenty at once, then two a minute; removing goes on', async () => {
    const small = await png('#c00');
    for (let nth = 0; nth < 20; nth++) await ana.calls.updateProfileImage({ image: blob(small) });
    await expect(ana.calls.updateProfileImage({ image: blob(small) })).rejects.toMatchObject({
      code: 6001,
      statusCode: 429,
      timeout: 30,
      message: 'You have sent many pictures. This one can be sent in 30 seconds.',
    });
    await ana.calls.updateProfileImage({});
    expect(await address()).toBeNull();
    community.clock.advance({ seconds: 30 });
    expect(await upload('#0c0')).toMatch(/\.jpg$/);
  });

  test('100 MiB at once and 100 MiB a day; what is refused counts too', async () => {
    const large = Buffer.alloc(profileImageMaxBytes);
    const send = () => ana.calls.updateProfileImage({ image: blob(large) });
    await useQuota(community.platform, `picture:${ana.userId}`, { mebibytes: 90, ofADay: 100 });
    for (let nth = 0; nth < 2; nth++) await expect(send()).rejects.toMatchObject({ code: 5006 });
    community.clock.advance({ minutes: 10 });
    await expect(send()).rejects.toMatchObject({ code: 6001, timeout: 4320 - 600 });
    community.clock.advance({ minutes: 62 });
    ana = await community.signIn(ana.address);
    await expect(send()).rejects.toMatchObject({ code: 5006 });
  });

  test('goes with the account', async () => {
    await upload('#c00');
    await ana.calls.deleteUser({ token: await community.prove(ana, ana.address, 'delete-user') });
    expect(await stored()).toEqual([]);
  });

  test('needs somebody signed in', async () => {
    await expect(community.visitor().calls.updateProfileImage({})).rejects.toThrow(
      new ApiError('NotSignedIn'),
    );
  });

  test('the address serves pictures and nothing else of the store', async () => {
    const key = 'voice/01890000-0000-7000-8000-000000000000.webm';
    await files.put(key, Buffer.from('private words'), { contentType: 'audio/webm' });
    const url = await upload('#c00');
    const foreign = [
      `/media/${key}`,
      `/media/profile-images/../${key}`,
      `/media/profile-images/%2e%2e/${key}`,
      '/media/profile-images/0123.jpg',
      `${url}.jpg`,
      '/media/',
      '/media/profile-images%2f..%2f..%2f..%2fetc%2fpasswd',
    ];
    for (const path of foreign) {
      const response = await fetch(community.url + path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).not.toContain('private words');
    }
  });
});
