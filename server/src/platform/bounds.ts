/** What one client may take of a node before others feel it. Rates stand where they are counted. */
export const bounds = {
  /** From the first byte of a connection until its socket has signed in. */
  socketConnectMs: 10_000,
  socketsAPerson: 20,
  /** A school behind one address, all there at once. */
  socketsANetwork: 1000,
};

export type Bounds = typeof bounds;
