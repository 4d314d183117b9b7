// words: shown when no answer came
const unreachable = 'The server could not be reached. Please check your connection and try again.';

/** No answer came: the connection failed or took too long. Whether the server acted is not known. */
export class NetworkError extends Error {
  constructor(cause?: unknown) {
    super(unreachable, { cause });
    this.name = 'NetworkError';
  }
}

/** An answer came that does not match the contract, such as a page of a proxy or of another version. */
export class UnexpectedAnswerError extends Error {
  constructor(call: string, cause?: unknown) {
    super(`The answer of ${call} does not match the contract.`, { cause });
    this.name = 'UnexpectedAnswerError';
  }
}
