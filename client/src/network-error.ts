// words: shown when no answer came
const unreachable = 'The server could not be reached. Please check your connection and try again.';

/** No response: the connection failed or timed out. Whether the server processed the request is unknown. */
export class NetworkError extends Error {
  constructor(cause?: unknown) {
    super(unreachable, { cause });
    this.name = 'NetworkError';
  }
}

/** A response that does not match the contract, such as the page of a proxy or of another version. */
export class UnexpectedAnswerError extends Error {
  constructor(call: string, cause?: unknown) {
    super(`The answer of ${call} does not match the contract.`, { cause });
    this.name = 'UnexpectedAnswerError';
  }
}
