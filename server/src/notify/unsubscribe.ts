import type { ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { getSubscription as getSubscriptionCall } from '@parlance/contract/notify';
import { readPreference, readUnsubscribeToken, wordsOfPerson, writePreference } from '#account/account';
import type { Http } from '#platform/http';
import type { Platform } from '#platform/platform';

type SubscriptionState = ResultOf<typeof getSubscriptionCall>;

/** The subscription of an unsubscribe token; a forged token, or one of a deleted account, is not found. */
export async function getSubscription(platform: Platform, token: string): Promise<SubscriptionState> {
  const { userId, name } = await findSubscription(platform, token);
  const { value } = await readPreference(platform, userId, name);
  return { name, isOn: value === true };
}

/** Turns the mails of a subscription off or on. Idempotent. */
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

/** RFC 8058: mail programs POST without cookies. GET is a page that asks for confirmation, since link scanners open every link. */
export function registerUnsubscribe(http: Http, platform: Platform): void {
  void http.register((own, _options, done) => {
    // The form's content is ignored: the token in the address suffices.
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
