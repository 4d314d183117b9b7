import { googleFailedMessage } from '@parlance/client/login-message';
import { t } from '@parlance/words/current';
import { useEffect, useRef, useState } from 'react';
import { loadGoogleIdentity } from './google-identity';

export interface GoogleButtonProps {
  clientId: string;
  text: 'continue_with' | 'signin_with';
  /** Receives the identity token; undefined is an error for the caller to show. */
  onCredential: (credential: string | undefined) => void;
}

const buttonWidth = { min: 200, max: 400 };

/** Google's own button. If its script does not load, a message replaces it and the rest keeps working. */
export function GoogleButton({ clientId, text, onCredential }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const latest = useRef(onCredential);

  useEffect(() => {
    latest.current = onCredential;
  }, [onCredential]);

  useEffect(() => {
    let left = false;
    const render = async () => {
      const identity = await loadGoogleIdentity();
      const element = place.current;
      if (left || !element) return;
      identity.initialize({
        client_id: clientId,
        callback: ({ credential }) => latest.current(credential),
      });
      const width = Math.min(buttonWidth.max, Math.max(buttonWidth.min, element.clientWidth));
      identity.renderButton(element, { text, width, theme: 'outline', size: 'large', shape: 'rectangular' });
    };
    render().catch(() => {
      if (!left) setFailed(true);
    });
    return () => {
      left = true;
    };
  }, [clientId, text]);

  if (failed) {
    return (
      <p role="status" className="text-center text-sm text-ink-soft">
        {t(googleFailedMessage)}
      </p>
    );
  }
  // Google's frame is white; in a dark page it would get a mismatched backdrop.
  return <div ref={place} className="flex min-h-11 justify-center scheme-light" />;
}
