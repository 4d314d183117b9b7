import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

// The words first: what is shown once is not shown in another language a moment later. English is there already.
const hasWords =
  document.documentElement.lang === 'en'
    ? Promise.resolve()
    : import('#lib/load-words').then((loaded) => loaded.loadWords());

void hasWords.then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  }),
);
