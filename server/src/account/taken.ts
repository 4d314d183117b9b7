import { ApiError, type ErrorName } from '@parlance/contract/errors';

const errorOfConstraint: Record<string, ErrorName> = {
  users_email_key: 'EmailTaken',
  users_phone_key: 'PhoneNumberTaken',
  users_google_user_id_key: 'GoogleIdentityExistsAlready',
};

/** Runs work that may give an account an address; the database says whose it is, so two at once cannot both get it. */
export async function refuseTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { constraint = '' } = error as { constraint?: string };
    const name = errorOfConstraint[constraint];
    throw name ? new ApiError(name) : error;
  }
}
