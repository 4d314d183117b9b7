import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { pageAttributes } from '#lib/page-attributes';
import { isReloadLoop } from '#lib/reload-loop';

const { documentElement } = document;

async function start(): Promise<void> {
  if (isReloadLoop()) return documentElement.setAttribute(pageAttributes.loadFailed, '');
  // Hydration needs the words of the page. English is there already.
  if (documentElement.lang !== 'en') await import('#lib/load-words').then(({ loadWords }) => loadWords());
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}

void start();
