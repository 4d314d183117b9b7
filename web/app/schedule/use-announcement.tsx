import { type ReactNode, useCallback, useState } from 'react';

/** Live region for screen readers. The same words again are a new element, since an unchanged text would not be read. */
export function useAnnouncement(): { announcement: ReactNode; announce: (words: string) => void } {
  const [said, setSaid] = useState({ words: '', serial: 0 });
  const announce = useCallback(
    (words: string) => setSaid(({ serial }) => ({ words, serial: serial + 1 })),
    [],
  );
  const announcement = (
    <p role="status" className="sr-only">
      <span key={said.serial}>{said.words}</span>
    </p>
  );
  return { announcement, announce };
}
