import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

async function start(): Promise<void> {
  // Hydration needs the words of the page; English ones are bundled.
  if (document.documentElement.lang !== 'en')
    await import('#lib/load-words').then(({ loadWords }) => loadWords());
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
