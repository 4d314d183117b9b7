const hourMs = 3_600_000;

/** The version that this page was built with; the build writes it. */
const pageVersion = () => document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;

function versionOf(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage('version', [port2]);
  });
}

/**
 * Keeps the app at hand for times without a connection, and tells when a newer version waits than the one that runs.
 * A page that is new already lets its worker take over in silence.
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
      // Without a controller this is the first worker ever: there was no version before.
      if (installing.state === 'installed' && navigator.serviceWorker.controller) void judge(installing);
    });
  });

  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < hourMs) return;
    checkedAt = Date.now();
    // Without a connection there is nothing new either.
    void registration.update().catch(() => undefined);
  });
}

/** Lets the new version run here. Other tabs stay as they are until somebody reloads them. */
export function changeVersion(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  waiting.postMessage('take-over');
}
