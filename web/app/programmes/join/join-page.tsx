import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { ownLanguagesQuery } from '#languages/languages-queries';
import { pageTitle } from '#lib/brand';
import { sentence } from '#lib/sentence';
import { Empty, Loaded } from '#programmes/parts/page-frame';
import { programmeQuery } from '#programmes/parts/programme-queries';
import { canJoin, dayText } from '#programmes/parts/programme-words';
import { weeklyHoursQuery } from '#schedule/schedule-queries';
import { useSignedIn } from '#session/signed-in';
import { LinkButton } from '#ui/link-button';
import { firstDraft } from './draft';
import { JoinForm } from './join-form';

/** Joins a programme, or changes the own place. What the member's profile says is filled in. */
export default function JoinPage({ programmeId }: { programmeId: string }) {
  const [search] = useSearchParams();
  const { runtime, user } = useSignedIn();
  const invitation = search.get('invitation') ?? undefined;
  const programme = useQuery(programmeQuery(runtime.calls, programmeId, invitation));
  const languages = useQuery(ownLanguagesQuery(runtime.calls, user.userId));
  const hours = useQuery(weeklyHoursQuery(runtime.calls, user.userId));
  // The suggestions are not worth an error: without them the form is empty.
  const isReady = !languages.isPending && !hours.isPending;
  return (
    <Loaded query={programme}>
      {(view) => {
        const { name, office, registrationEndsOn, state } = view.programme;
        if (view.role === 'coordinator')
          return <Navigate to={`/programmes/${programmeId}/coordinate`} replace />;
        // The server takes no place and no change any more, also not with an invitation.
        const isOver = !canJoin(view.programme);
        const title = view.place
          ? t('Change languages and times')
          : t('Join {programme}', { programme: name });
        return (
          <div className="grid max-w-3xl grid-cols-1 gap-8">
            <title>{pageTitle(title)}</title>
            <header className="grid gap-2">
              <p dir="auto" className="text-page-start text-ink-soft">
                {office}
              </p>
              <h1 className="text-title wrap-anywhere">
                {view.place ? title : sentence('Join {programme}', { programme: <bdi>{name}</bdi> })}
              </h1>
              {state === 'registration' && (
                <p className="text-ink-soft">
                  {t('Registration is open until {date}.', { date: dayText(registrationEndsOn) })}
                </p>
              )}
            </header>
            {isOver && (
              <Empty
                action={
                  view.place ? (
                    <LinkButton to={`/programmes/${programmeId}`}>{t('My programme')}</LinkButton>
                  ) : (
                    <LinkButton to="/dashboard">{t('Find Language Partners')}</LinkButton>
                  )
                }
              >
                {t('Registration for this programme is closed.')}
              </Empty>
            )}
            {!isOver && isReady && (
              <JoinForm
                view={view}
                invitation={invitation}
                first={firstDraft(view, languages.data ?? [], hours.data)}
              />
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
