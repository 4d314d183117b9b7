/** The subset of Google's identity script in use. */
export interface GoogleIdentity {
  initialize(options: { client_id: string; callback: (answer: { credential?: string }) => void }): void;
  renderButton(place: HTMLElement, options: Record<string, string | number>): void;
}

const scriptUrl = 'https://accounts.google.com/gsi/client';

let loading: Promise<GoogleIdentity> | null = null;

const startedIdentity = (): GoogleIdentity | undefined =>
  (window as { google?: { accounts?: { id?: GoogleIdentity } } }).google?.accounts?.id;

/** Loads the script unless it has started; after a failure the next call retries. */
export async function loadGoogleIdentity(): Promise<GoogleIdentity> {
  const started = startedIdentity();
  if (started) return started;
  loading ??= loadScript().finally(() => {
    loading = null;
  });
  return loading;
}

async function loadScript(): Promise<GoogleIdentity> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${scriptUrl} did not load`));
    };
    document.head.append(script);
  });
  const started = startedIdentity();
  if (!started) throw new Error(`${scriptUrl} did not start`);
  return started;
}
