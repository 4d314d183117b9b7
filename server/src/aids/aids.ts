import { translatedMaxLength, type translateMessage as translateMessageCall } from '@parlance/contract/aids';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { findMessage } from '#chat/chat';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';

const translationsAnHour = { limit: 60, windowMs: 3_600_000 };

type Wanted = { chatMessageId: string } & PayloadOf<typeof translateMessageCall>;

/** Translates a message for one of its two members. The text is sent to the operator's translator only. */
export async function translateMessage(
  platform: Platform,
  caller: Caller,
  { chatMessageId, languageCode }: Wanted,
): Promise<ResultOf<typeof translateMessageCall>> {
  const { translator, limits, log } = platform;
  if (translator === null) throw new ApiError('EndpointNotFound');
  const { content } = await findMessage(platform, caller, chatMessageId);
  if (content === null) throw new ApiError('ResourceNotFound');
  if ([...content].length > translatedMaxLength) {
    throw new ApiError('RequestDataInvalid', { message: 'This message is too long to be translated.' });
  }
  const taken = await limits.take([{ key: `translate:${caller.userId}`, ...translationsAnHour }]);
  if (!taken.ok) {
    // The specified error code for this limit, with its own message.
    throw new ApiError('AccessVerificationBeginRateLimit', {
      message: 'That was a lot of translations in one hour. Please wait a little.',
      timeout: taken.retryAfterSeconds,
    });
  }
  const text = await translator.translate({ text: content, to: languageCode }).catch((error: unknown) => {
    log.warn({ error: String(error) }, 'a translation failed');
    throw new ApiError('ServerError', {
      statusCode: 503,
      message: 'The translation did not work. Please try again later.',
    });
  });
  if (text === null) {
    throw new ApiError('RequestDataInvalid', {
      fields: { languageCode: 'There is no translation into this language here' },
    });
  }
  return { text, languageCode };
}
