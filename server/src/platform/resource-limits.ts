/** Resource limits per client on one node. Rate limits are defined where they are counted. */
export const resourceLimits = {
  /** From the first byte of a connection until its socket has signed in. */
  socketConnectMs: 10_000,
  socketsAPerson: 20,
  /** Sized for a school behind one address. */
  socketsANetwork: 1000,
  headersMs: 15_000,
  /** Timeout for a body; an upload gets more time where the minimum speed below requires it. */
  bodyMs: 30_000,
  uploadBytesPerSecond: 50_000,
  /** Files in transfer, queued or in processing; one more than a single kind of work queues per member. */
  uploadsAPerson: 6,
  uploadBytesANode: 192 * 1024 * 1024,
  /** Read from a refused body so that the client can read the response; browsers send the whole body first. */
  discardedBytes: 64 * 1024 * 1024,
};

export type ResourceLimits = typeof resourceLimits;
