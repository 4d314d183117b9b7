import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';

/** An error as a client has it from a server, with the message of the table where it has none of its own. */
export const receivedError = (...given: ConstructorParameters<typeof ApiError>): ApiError =>
  ApiError.fromBody(toBody(new ApiError(...given)));
