/** Sends nothing with a token while the server revokes it: from an unknown moment on it would be refused. */
export interface Leaving {
  /** The given fetch. At a sign-out it aborts the reads under way; later requests with a token fail when the sign-out has ended. */
  fetch: typeof fetch;
  isUnderWay(): boolean;
  /** Runs a sign-out, one at a time. */
  run(signOut: () => Promise<void>): Promise<void>;
}

export const createLeaving = (send: typeof fetch): Leaving => {
  let underWay: Promise<void> | null = null;
  let reads = new AbortController();
  return {
    async fetch(url, init = {}) {
      if (!new Headers(init.headers).has('authorization')) return send(url, init);
      if (underWay) {
        await underWay;
        throw new DOMException('Signed out', 'AbortError');
      }
      // A write may have been carried out, so that its response is awaited.
      if (init.method !== 'GET') return send(url, init);
      const { signal } = reads;
      return send(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, signal]) : signal });
    },
    isUnderWay: () => underWay !== null,
    run(signOut) {
      reads.abort();
      reads = new AbortController();
      underWay ??= signOut().finally(() => {
        underWay = null;
      });
      return underWay;
    },
  };
};
