import { expect, test } from 'vitest';
import { createCodeConfirmation } from './code-confirmation';

test('a code is confirmed once, and the act after it can be tried again', async () => {
  const asked: string[] = [];
  const confirm = createCodeConfirmation({
    completeAccessVerification: async ({ accessVerificationId }) => {
      asked.push(accessVerificationId);
      return { token: `token-${accessVerificationId}` };
    },
  });
  expect(await confirm({ accessVerificationId: 'a', code: '1' })).toBe('token-a');
  expect(await confirm({ accessVerificationId: 'a', code: '1' })).toBe('token-a');
  expect(await confirm({ accessVerificationId: 'b', code: '2' })).toBe('token-b');
  expect(asked).toEqual(['a', 'b']);
});

test('a wrong code is not remembered', async () => {
  let right = false;
  const confirm = createCodeConfirmation({
    completeAccessVerification: async () => {
      if (!right) throw new Error('wrong');
      return { token: 'token' };
    },
  });
  await expect(confirm({ accessVerificationId: 'a', code: '1' })).rejects.toThrow('wrong');
  right = true;
  expect(await confirm({ accessVerificationId: 'a', code: '2' })).toBe('token');
});
