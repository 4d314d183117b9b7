import { beforeEach, describe, expect, test } from 'vitest';
import { type Community, startCommunity, type Visitor } from '#test/personas';

const maria = 'maria@example.org';
const refusal = (statusCode: number, code: number) => ({ statusCode, code });
const notThis = { short: '000000', other: '111111' };

let app: Community;
let guest: Visitor;
beforeEach(async () => {
  app = await startCommunity();
  guest = app.visitor();
});

interface Sent {
  id: string;
  code: string;
}

/** Requests a code and reads it, each a minute after the last because of the limit. */
async function send(visitor = guest, type: 'sign-in' | 'sign-up' = 'sign-in'): Promise<Sent> {
  app.clock.advance({ minutes: 1 });
  const { accessVerificationId: id } = await visitor.calls.beginAccessVerification({
    emailOrPhone: maria,
    type,
  });
  return { id, code: app.codeFor(maria) };
}

const complete = ({ id }: Pick<Sent, 'id'>, code: string) =>
  guest.calls.completeAccessVerification({ accessVerificationId: id, code });

/** Returns a code that differs from all of these. */
const wrong = (...sent: Sent[]): string =>
  sent.some(({ code }) => code === notThis.short) ? notThis.other : notThis.short;

const guessWrongly = async (times: number, on: Sent, ...others: Sent[]) => {
  for (let index = 0; index < times; index += 1) {
    await expect(complete(on, wrong(on, ...others))).rejects.toMatchObject(refusal(422, 5001));
  }
};

const wrongGuesses = async (): Promise<number> => {
  const { rows } = await app.platform.pool.query('SELECT cardinality(wrong_at) AS count FROM code_guesses');
  return rows[0]?.count ?? 0;
};

// Rules: docs/specification/access.md#codes
describe('accepts any live code of one verification attempt (at most 3 live)', () => {
  test('the first of three codes confirms the last request and does not count as a wrong guess', async () => {
    const [first, , third] = [await send(), await send(), await send()];
    const { token } = await complete(third, first.code);
    await guest.calls.createUser({ email: maria, token });
    expect(await wrongGuesses()).toBe(0);
  });

  test('the newest code confirms its own id and an older one', async () => {
    const [first, second, third] = [await send(), await send(), await send()];
    await complete(third, third.code);
    await complete(first, second.code);
  });

  test('a code works once, for any id', async () => {
    const [first, second, third] = [await send(), await send(), await send()];
    await complete(third, first.code);
    await expect(complete(third, first.code)).rejects.toMatchObject(refusal(422, 5003));
    await expect(complete(second, first.code)).rejects.toMatchObject(refusal(422, 5001));
    await complete(second, second.code);
  });

  test('an expired first code is refused as expired, counts no guess, and the second still works', async () => {
    const first = await send();
    app.clock.advance({ minutes: 8 });
    const second = await send();
    app.clock.advance({ minutes: 1 });
    await expect(complete(second, first.code)).rejects.toMatchObject(refusal(422, 5000));
    expect(await wrongGuesses()).toBe(0);
    await guessWrongly(4, second, first);
    await complete(second, second.code);
  });

  test('refuses a code of another network, purpose or person', async () => {
    const elsewhere = await send(app.visitor());
    const otherPurpose = await send(guest, 'sign-up');
    const here = await send();
    for (const { code } of [elsewhere, otherPurpose]) {
      await expect(complete(here, code)).rejects.toMatchObject(refusal(422, 5001));
    }
    await complete(here, here.code);
    await complete(elsewhere, elsewhere.code);
  });

  test('refuses a code that another member of the same network asked for', async () => {
    const members = [await app.signUp('one@example.org'), await app.signUp('two@example.org')];
    const sent: Sent[] = [];
    for (const { calls } of members) {
      app.clock.advance({ minutes: 1 });
      const begun = await calls.beginAccessVerification({ emailOrPhone: maria, type: 'update-email' });
      sent.push({ id: begun.accessVerificationId, code: app.codeFor(maria) });
    }
    const [first, second] = sent as [Sent, Sent];
    await expect(complete(second, first.code)).rejects.toMatchObject(refusal(422, 5001));
    await complete(second, second.code);
  });
});

describe('compares a code at most five times', () => {
  test('wrong guesses count against every live code of the attempt', async () => {
    const [first, second] = [await send(), await send()];
    await guessWrongly(5, second, first);
    for (const { id } of [first, second]) {
      await expect(complete({ id }, first.code)).rejects.toMatchObject(refusal(422, 5002));
      await expect(complete({ id }, second.code)).rejects.toMatchObject(refusal(422, 5002));
    }
    expect(await wrongGuesses()).toBe(5);
  });

  test('a new code allows five guesses; used up codes stay refused', async () => {
    const first = await send();
    await guessWrongly(5, first);
    const second = await send();
    await expect(complete(second, first.code)).rejects.toMatchObject(refusal(422, 5001));
    await guessWrongly(3, second, first);
    await complete(second, second.code);
  });

  test('guesses from another network do not use up the attempts of the owner', async () => {
    const theirs = await send(app.visitor());
    const mine = await send();
    await guessWrongly(5, theirs, mine);
    await complete(mine, mine.code);
  });

  test('200 concurrent guesses over three ids count as five in all, then every code is refused', async () => {
    const sent = [await send(), await send(), await send()];
    const taken = new Set(sent.map(({ code }) => Number(code)));
    const guesses = Array.from({ length: 203 }, (_, index) => index)
      .filter((guess) => !taken.has(guess))
      .slice(0, 200);
    const outcomes = await Promise.all(
      guesses.map((guess, index) =>
        complete(sent[index % 3]!, String(guess).padStart(6, '0')).then(
          () => 0,
          ({ code }: { code: number }) => code,
        ),
      ),
    );
    expect(outcomes.filter((code) => code === 5001)).toHaveLength(5);
    expect(outcomes.filter((code) => code === 5002)).toHaveLength(195);
    for (const { id, code } of sent)
      await expect(complete({ id }, code)).rejects.toMatchObject(refusal(422, 5002));
  }, 90_000);

  test('three concurrent right codes for one id give one proof', async () => {
    const sent = [await send(), await send(), await send()];
    const outcomes = await Promise.allSettled(
      [...sent, ...sent, ...sent].map(({ code }) => complete(sent[2]!, code)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rows } = await app.platform.pool.query(
      'SELECT count(*) AS count FROM access_verifications WHERE completed_at IS NOT NULL',
    );
    expect(rows[0].count).toBe(1);
  });
});
