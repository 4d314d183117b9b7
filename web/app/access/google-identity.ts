/** The subset of Google's identity script in use. */
export interface GoogleIdentity {
  initialize(options: { client_id: string; callback: (answer: { credential?: string }) => void }): void;
  renderButton(place: HTMLElement, options: Record<string, string | number>): void;
}

const scriptUrl = 'https://accounts.google.com/gsi/client';

let loading: Promise<GoogleIdentity> | null = null;

/** Loads the script once; after a failure the next call retries. */
export function loadGoogleIdentity(): Promise<GoogleIdentity> {
  loading ??= loadScript().catch((error: unknown) => {
    loading = null;
    throw error;
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
  const { google } = window as { google?: { accounts?: { id?: GoogleIdentity } } };
  if (!google?.accounts?.id) throw new Error(`${scriptUrl} did not start`);
  return google.accounts.id;
}
