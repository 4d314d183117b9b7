/** What one client may take of a node before others feel it. Rates stand where they are counted. */
export const bounds = {
  /** From the first byte of a connection until its socket has signed in. */
  socketConnectMs: 10_000,
  socketsAPerson: 20,
  /** A school behind one address, all there at once. */
  socketsANetwork: 1000,
  /** Until the headers of a request have come. */
  headersMs: 15_000,
  /** Until its body has come; an upload has longer if it would take longer at the slowest speed that is waited for. */
  bodyMs: 30_000,
  uploadBytesPerSecond: 50_000,
  /** Files that are arriving, waiting or being read; one more than one kind of work keeps for a person. */
  uploadsAPerson: 6,
  uploadBytesANode: 192 * 1024 * 1024,
  /** Of a body that is refused, so that the client has sent enough of it to read the answer; browsers send all of it first. */
  discardedBytes: 64 * 1024 * 1024,
};

export type Bounds = typeof bounds;
