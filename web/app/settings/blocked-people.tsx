import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { blockedQuery } from '#people/blocked-queries';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Spinner } from '#ui/spinner';
import { BlockedPerson } from './blocked-person';
import { optionPlace, optionTexts } from './options/option-texts';

const pageSize = 20;

/** The people whom the member has blocked; the list is loaded on request. */
export function BlockedPeople() {
  // A link to the list opens it.
  const { hash } = useLocation();
  const [isOpen, setOpen] = useState(hash === '#blocked');
  return (
    <section
      id="blocked"
      aria-labelledby="blocked-people"
      {...optionPlace('blocked-list')}
      className="grid max-w-2xl gap-4"
    >
      <div className="grid gap-1">
        <h3 id="blocked-people" tabIndex={-1} className="text-lg">
          {t(optionTexts['blocked-list'].label)}
        </h3>
        <p className="text-ink-soft">{t(optionTexts['blocked-list'].effect)}</p>
      </div>
      {isOpen ? (
        <BlockedList />
      ) : (
        <Button className="justify-self-start" onClick={() => setOpen(true)}>
          {t('Show blocked people')}
        </Button>
      )}
    </section>
  );
}

function BlockedList() {
  const { runtime, user } = useSignedIn();
  const [wanted, setWanted] = useState(pageSize);
  const query = useQuery(blockedQuery(runtime.calls, user.userId, wanted));
  const people = query.data?.users ?? [];
  const place = useRef<HTMLDivElement>(null);
  const pressed = useRef(0);
  // The pressed button disappears with its row, here and where the list replaces the button that opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when the number of rows changes
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || !query.data) return;
    const rows = place.current?.querySelectorAll<HTMLElement>('li button') ?? [];
    const heading = document.getElementById('blocked-people');
    (rows[Math.min(pressed.current, rows.length - 1)] ?? heading)?.focus();
  }, [people.length, query.data === undefined]);

  if (query.isPending) return <Spinner label={t('Loading blocked people...')} />;
  if (query.isError && !query.data) {
    return (
      <Banner tone="danger" action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}>
        {t('Blocked people could not be loaded. Nothing was lost.')}
      </Banner>
    );
  }
  return (
    <div ref={place} className="grid gap-4">
      {people.length === 0 ? (
        <p className="text-ink-soft">{t('You have not blocked anyone.')}</p>
      ) : (
        <ul className="grid divide-y divide-line border-y border-line">
          {people.map((person, index) => (
            <BlockedPerson
              key={person.userId}
              person={person}
              onPress={() => {
                pressed.current = index;
              }}
            />
          ))}
        </ul>
      )}
      {query.data && people.length < query.data.count && (
        <Button
          className="justify-self-start"
          busy={query.isPlaceholderData}
          onClick={() => setWanted(people.length + pageSize)}
        >
          {t('Show more')}
        </Button>
      )}
    </div>
  );
}
