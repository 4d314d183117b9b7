/** What analytics may learn: who is here and what happened, never a name, an address or a text. */
export interface Analytics {
  identify(userId: string): void;
  event(name: string): void;
}

/** Analytics that learns only after the start whether, and where, anything may be sent. */
export interface LateAnalytics extends Analytics {
  /** Null: nothing is sent, now or later, and what was noted meanwhile is forgotten. */
  sendTo(url: string | null): void;
}

type Note = { type: 'identify'; userId: string } | { type: 'event'; name: string; userId: string | null };

const notedMax = 100;

/** Posts each note as JSON to ANALYTICS_URL of the installation, which arrives with the static data; without one it is silent. */
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
    // Nothing of the session goes along, and a lost note is no fault of anybody's.
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
