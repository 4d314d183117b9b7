import type { ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { getSubscription as getSubscriptionCall } from '@parlance/contract/notify';
import { readPreference, readUnsubscribeToken, wordsOfPerson, writePreference } from '#account/account';
import type { Http } from '#platform/http';
import type { Platform } from '#platform/platform';

type SubscriptionState = ResultOf<typeof getSubscriptionCall>;

/** What an unsubscribe address stands for; a forged one, or one of an account that is gone, is unknown. */
export async function getSubscription(platform: Platform, token: string): Promise<SubscriptionState> {
  const { userId, name } = await findSubscription(platform, token);
  const { value } = await readPreference(platform, userId, name);
  return { name, isOn: value === true };
}

/** Turns the mails of an address off or on; doing it again changes nothing. */
export async function setSubscription(
  platform: Platform,
  token: string,
  isOn: boolean,
): Promise<SubscriptionState> {
  const { userId, name } = await findSubscription(platform, token);
  await writePreference(platform, userId, name, isOn);
  return { name, isOn };
}

async function findSubscription(platform: Platform, token: string) {
  const subscription = readUnsubscribeToken(platform, token);
  const account =
    subscription &&
    (await platform.db
      .selectFrom('users')
      .select('user_id')
      .where('user_id', '=', subscription.userId)
      .executeTakeFirst());
  if (!account) throw new ApiError('ResourceNotFound');
  return subscription;
}

/**
 * RFC 8058: the mail program itself sends a POST to the address in the mail, with no cookie and no redirect followed. GET
 * is the page of the web app, which asks first, since programs that look for harmful links open every one.
 */
export function registerUnsubscribe(http: Http, platform: Platform): void {
  void http.register((own, _options, done) => {
    // A form, of which nothing is needed: the address says everything.
    own.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, _body, parsed) => parsed(null, undefined),
    );
    const config = { cost: 10 };
    own.post<{ Querystring: { token?: string } }>('/unsubscribe', { config }, async (request, reply) => {
      const { userId, name } = await findSubscription(platform, String(request.query.token ?? ''));
      await writePreference(platform, userId, name, false);
      const { t } = await wordsOfPerson(platform, userId);
      return reply
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send(`${t('You are unsubscribed.')}\n`);
    });
    done();
  });
}
