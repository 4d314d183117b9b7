const hourMs = 3_600_000;

/** Version of this page, written by the build. */
const pageVersion = () => document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;

function versionOf(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage('version', [port2]);
  });
}

/**
 * Registers the service worker for offline use and reports a waiting newer version. A page that is already new activates its worker
 * silently.
 */
export async function keepAppAtHand(onNewVersion: (waiting: ServiceWorker) => void): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });

  const judge = async (waiting: ServiceWorker) => {
    if ((await versionOf(waiting)) === pageVersion()) waiting.postMessage('take-over');
    else onNewVersion(waiting);
  };
  if (registration.waiting) await judge(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      // Without a controller this is the first worker: there is no earlier version.
      if (installing.state === 'installed' && navigator.serviceWorker.controller) void judge(installing);
    });
  });

  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < hourMs) return;
    checkedAt = Date.now();
    // An update check that fails offline is ignored.
    void registration.update().catch(() => undefined);
  });
}

/** Activates the new version and reloads this tab; other tabs keep theirs until reloaded. */
export function changeVersion(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  waiting.postMessage('take-over');
}
