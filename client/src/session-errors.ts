import { ApiError, type ErrorName } from '@parlance/contract/errors';

const endingErrors: ErrorName[] = ['UserBanned', 'RefreshTokenInvalid', 'SessionInvalid'];
const renewableErrors: ErrorName[] = ['AccessTokenExpired', 'AccessTokenInvalid'];

/** Whether the error ends the session, so that both tokens are cleared. */
export const endsSession = (error: unknown): boolean =>
  error instanceof ApiError && error.is(...endingErrors);

/** Whether a new access token resolves the error. */
export const isRenewable = (error: unknown): boolean =>
  error instanceof ApiError && error.is(...renewableErrors);
