/** Analytics receives the member's id and event names only, never names, addresses or texts. */
export interface Analytics {
  identify(userId: string): void;
  event(name: string): void;
}

/** Analytics whose target URL arrives after the start. */
export interface LateAnalytics extends Analytics {
  /** Null disables sending and drops queued notes. */
  sendTo(url: string | null): void;
}

type Note = { type: 'identify'; userId: string } | { type: 'event'; name: string; userId: string | null };

const notedMax = 100;

/** Posts each note as JSON to ANALYTICS_URL, which arrives with the static data; without it nothing is sent. */
export function createAnalytics(send: typeof fetch = fetch): LateAnalytics {
  let url: string | null | undefined;
  let noted: Note[] = [];
  let userId: string | null = null;

  function note(what: Note): void {
    if (url === null) return;
    if (url === undefined) {
      noted = [...noted, what].slice(-notedMax);
      return;
    }
    const headers = { 'content-type': 'application/json' };
    // Sent without credentials; failures are ignored.
    send(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(what),
      keepalive: true,
      credentials: 'omit',
    }).catch(() => {});
  }

  return {
    identify(id) {
      userId = id;
      note({ type: 'identify', userId: id });
    },
    event: (name) => note({ type: 'event', name, userId }),
    sendTo(address) {
      if (url === address) return;
      url = address;
      for (const what of noted.splice(0)) note(what);
    },
  };
}
