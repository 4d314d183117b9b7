import type { UserSession } from '@parlance/contract/access';
import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { useRef, useState } from 'react';
import { deviceName, isHandheld } from '#access/device-name';
import { readAgain } from '#lib/read-again';
import { useSignedIn } from '#session/signed-in';
import { optionTexts } from '#settings/options/option-texts';
import { useSaving } from '#settings/section/use-saving';
import { Badge } from '#ui/badge';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Skeleton } from '#ui/skeleton';
import { lastUsed } from './last-used';

const shownAtFirst = 4;

/** Sessions of the account, with remote sign-out. */
export function SessionList() {
  const { user, runtime } = useSignedIn();
  const { calls } = runtime;
  const sessionsKey = ['access', user.userId, 'sessions'];
  const queryClient = useQueryClient();
  const { data, isError, refetch } = useQuery({ queryKey: sessionsKey, queryFn: () => calls.listSessions() });
  const { saving, save } = useSaving({
    success: word('Signed out there.'),
    failure: word('The device could not be signed out'),
  });
  const [showsAll, setShowsAll] = useState(false);

  const list = useRef<HTMLUListElement>(null);
  // The pressed button disappears, with its row or as there is nothing left to press it for.
  const focusList = () => list.current?.focus({ preventScroll: true });

  const signOut = async (act: () => Promise<unknown>) => {
    const isDone = await save(act);
    // A disabled button has lost the focus also where nothing was signed out.
    if (isDone || document.activeElement === document.body) focusList();
    await readAgain(queryClient, sessionsKey);
  };

  // A loaded list stays when a refetch fails.
  if (isError && !data) {
    return (
      <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
        {t('Your devices could not be loaded.')}
      </Banner>
    );
  }
  if (!data) return <Skeleton className="h-16" />;

  const sessions = [...data.sessions].sort((a, b) => Number(b.current) - Number(a.current));
  const shown = showsAll ? sessions : sessions.slice(0, shownAtFirst);
  return (
    <div className="grid gap-3">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t(optionTexts.devices.label)}
        className="divide-y divide-line rounded-sm"
      >
        {shown.map((session) => (
          <SessionItem
            key={session.userSessionId}
            session={session}
            disabled={saving}
            onSignOut={() => void signOut(() => calls.endSession({ userSessionId: session.userSessionId }))}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {shown.length < sessions.length && (
          <Button
            variant="quiet"
            onClick={() => {
              setShowsAll(true);
              focusList();
            }}
          >
            {/* words: of devices */}
            {counted(sessions.length, 'Show all {count}', 'Show all {count}')}
          </Button>
        )}
        {sessions.length > 1 && (
          <Button disabled={saving} onClick={() => void signOut(() => calls.endOtherSessions())}>
            {t('Sign out everywhere else')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface SessionItemProps {
  session: UserSession;
  disabled: boolean;
  onSignOut: () => void;
}

function SessionItem({ session, disabled, onSignOut }: SessionItemProps) {
  const name = deviceName(session.userAgent);
  const Icon = isHandheld(session.userAgent) ? Smartphone : Monitor;
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1 leading-snug">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-ink-soft">{lastUsed(session.lastUsedAt, new Date())}</p>
      </div>
      {session.current ? (
        <Badge tone="positive">{t('This device')}</Badge>
      ) : (
        <Button
          variant="quiet"
          disabled={disabled}
          onClick={onSignOut}
          aria-label={t('Sign out {device}', { device: name })}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  );
}
