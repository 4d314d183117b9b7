import type { ReactNode } from 'react';

/** Page reached by a link in an email: one text and one action. */
export function LonePage({ children }: { children: ReactNode }) {
  return <div className="mx-auto grid w-full max-w-lg gap-6 px-4 py-12 sm:px-6 sm:py-20">{children}</div>;
}

/** Heading and text of such a page; changes are announced. */
export function LoneWords({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="grid gap-2" aria-live="polite">
      <h1 className="text-title">{title}</h1>
      <p className="text-lg text-ink-soft">{children}</p>
    </header>
  );
}
