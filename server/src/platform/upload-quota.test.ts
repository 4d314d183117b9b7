import { expect, test } from 'vitest';
import type { Platform } from './platform.ts';
import type { BucketRule, Taken } from './rate-limit.ts';
import { takeUpload } from './upload-quota.ts';

const refusal = 'This one can be sent {when}.';
const quota = { burst: 3, perMinute: 6, mebibytesADay: 24, refusal } as const;

const upload = (bytes: number, answer: (rule: BucketRule) => Taken = () => ({ ok: true })) => {
  const taken: BucketRule[] = [];
  const takeToken = async (rule: BucketRule) => {
    taken.push(rule);
    return answer(rule);
  };
  const done = takeUpload({ limits: { takeToken } } as unknown as Platform, 'voice:ana', quota, bytes);
  return { done, taken };
};

test('an upload counts as a file and by its begun kibibytes', async () => {
  const { done, taken } = upload(1025);
  await done;
  const day = 24 * 3600;
  expect(taken).toEqual([
    { key: 'voice:ana:files', burst: 3, perSecond: 0.1 },
    { key: 'voice:ana:kibibytes', burst: 24 * 1024, perSecond: (24 * 1024) / day, tokens: 2 },
  ]);
});

test('a refused file does not count by its size', async () => {
  const { done, taken } = upload(1, () => ({ ok: false, retryAfterSeconds: 1 }));
  await expect(done).rejects.toMatchObject({ code: 6001, timeout: 1 });
  expect(taken).toHaveLength(1);
});

test.each([
  [1, 'in 1 second'],
  [2, 'in 2 seconds'],
  [99, 'in 99 seconds'],
  [100, 'in 2 minutes'],
  [120, 'in 2 minutes'],
  [121, 'in 3 minutes'],
])('a wait of %i seconds is told as "%s"', async (seconds, when) => {
  const { done } = upload(1, ({ key }) =>
    key.endsWith(':kibibytes') ? { ok: false, retryAfterSeconds: seconds } : { ok: true },
  );
  await expect(done).rejects.toMatchObject({
    timeout: seconds,
    message: `This one can be sent ${when}.`,
    values: { when },
  });
});
