import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';

/** An error as received from a server, with the message of the table by default. */
export const receivedError = (...given: ConstructorParameters<typeof ApiError>): ApiError =>
  ApiError.fromBody(toBody(new ApiError(...given)));
