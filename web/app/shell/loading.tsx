import { type ReactNode, use } from 'react';
import { pageAttributes } from '#lib/page-attributes';
import { PageFactsContext } from '#lib/page-facts';

/** Keeps server-rendered HTML: another object with the same text makes React write it again. */
export const asRendered = { __html: '' };

/** Placeholder of a screen until the app runs, or the server's notice if it cannot load. */
export function Loading({ children }: { children: ReactNode }) {
  // Null in the browser, whose build leaves this out.
  const facts = import.meta.env.SSR ? use(PageFactsContext) : null;
  return (
    <>
      <div {...{ [pageAttributes.loading]: '' }}>{children}</div>
      <div
        {...{ [pageAttributes.loadFailure]: '' }}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML that React rendered
        dangerouslySetInnerHTML={facts?.loadFailure ? { __html: facts.loadFailure } : asRendered}
        suppressHydrationWarning
      />
    </>
  );
}
