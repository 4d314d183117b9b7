import { describe, expect, test } from 'vitest';
import { type Community, startCommunity, type Visitor } from '#test/personas';

const limited = { statusCode: 429, code: 6000 };
const numberOf = (index: number) => `+49151${String(1_000_000 + index)}`;

const begin = ({ calls }: Visitor, emailOrPhone: string) =>
  calls.beginAccessVerification({ emailOrPhone, type: 'sign-in' });

describe('text messages cost money (SMS_DAILY_LIMIT, SMS_COUNTRIES)', () => {
  const beginOn = (app: Community, emailOrPhone: string) => begin(app.visitor(), emailOrPhone);

  test('429/6000 above the daily budget of all nodes, until one message is a day old', async () => {
    const app = await startCommunity({ env: { SMS_DAILY_LIMIT: '3' } });
    const node = await app.startNode();
    await beginOn(app, numberOf(1));
    app.clock.advance({ hours: 2 });
    await begin(app.visitor({ app: node }), numberOf(2));
    await beginOn(app, numberOf(3));
    const refused = { ...limited, timeout: 22 * 3600 };
    await expect(begin(app.visitor({ app: node }), numberOf(4))).rejects.toMatchObject(refused);
    await expect(beginOn(app, numberOf(4))).rejects.toMatchObject(refused);
    expect(app.sent().filter(({ to }) => to === numberOf(4))).toEqual([]);
    await beginOn(app, 'maria@example.org');
    app.clock.advance({ hours: 22 });
    await beginOn(app, numberOf(4));
    await expect(beginOn(app, numberOf(5))).rejects.toMatchObject({ ...limited, timeout: 2 * 3600 });
  });

  test('a known network has no other budget', async () => {
    const app = await startCommunity({ env: { SMS_DAILY_LIMIT: '1' } });
    const guest = app.visitor();
    await guest.calls.createUser({ phone: numberOf(1), token: await app.prove(guest, numberOf(1)) });
    app.clock.advance({ minutes: 1 });
    await expect(begin(guest, numberOf(1))).rejects.toMatchObject({ ...limited, timeout: 24 * 3600 - 60 });
  });

  test('only to the named countries: 400/1000 at the field', async () => {
    const app = await startCommunity({ env: { SMS_COUNTRIES: '+44, +49' } });
    await beginOn(app, '+4915112345678');
    await beginOn(app, '447700900123');
    await expect(beginOn(app, '+43660123456789')).rejects.toMatchObject({
      statusCode: 400,
      code: 1000,
      fields: { emailOrPhone: 'Codes cannot be sent to phone numbers of this country' },
    });
    await beginOn(app, 'maria@example.org');
    const me = await app.signUp('other@example.org');
    const update = { emailOrPhone: '+12025550123', type: 'update-phone' } as const;
    await expect(me.calls.beginAccessVerification(update)).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('a /48 of IPv6 shares one limit', () => {
  test('sixty codes an hour for a /48, whatever the networks in it', async () => {
    const app = await startCommunity();
    const inSite = (index: number, site = '2001:db8:1') =>
      app.visitor({ ip: `${site}:${index.toString(16)}::5` });
    for (let index = 0; index < 60; index += 1) await begin(inSite(index), `a${index}@example.org`);
    await expect(begin(inSite(60), 'one-more@example.org')).rejects.toMatchObject({
      ...limited,
      timeout: 3600,
    });
    await begin(inSite(60, '2001:db8:2'), 'one-more@example.org');
  });
});
