import { type ReactNode, use } from 'react';
import { pageAttributes } from '#lib/page-attributes';
import { PageFactsContext } from '#lib/page-facts';

/** Leaves what the server rendered as it is. Another object with the same text would make React write it again. */
export const asRendered = { __html: '' };

/** What stands in for a screen until the app runs; a notice of the server stands in for it where that cannot be. */
export function Loading({ children }: { children: ReactNode }) {
  const facts = use(PageFactsContext);
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
