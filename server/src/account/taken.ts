import { ApiError, type ErrorName } from '@parlance/contract/errors';

const errorOfConstraint: Record<string, ErrorName> = {
  users_email_key: 'EmailTaken',
  users_phone_key: 'PhoneNumberTaken',
  users_google_user_id_key: 'GoogleIdentityExistsAlready',
  users_oidc_key: 'IdentityExistsAlready',
};

/** Maps unique violations of addresses to API errors; the unique index decides between concurrent requests. */
export async function refuseTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { constraint = '' } = error as { constraint?: string };
    const name = errorOfConstraint[constraint];
    throw name ? new ApiError(name) : error;
  }
}
