import { describe, expect, test } from 'vitest';
import { startCommunity } from '#test/personas';

describe('codes (§4 Login, decisions §1)', () => {
  test('a visitor signs up with the code that was sent', async () => {
    const app = await startCommunity();
    const maria = await app.signUp('maria@example.org');
    expect(await maria.calls.getUser()).toMatchObject({
      email: 'maria@example.org',
      name: '',
      interests: [],
    });
  });
});
