import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Search from 'lucide-react/icons/search';
import { matchPath, useLocation } from 'react-router';
import { isOfVoice } from '#languages/language-list';
import { LanguageMark } from '#languages/language-mark';
import { languageName } from '#languages/language-name';
import { TwoVoices } from '#languages/two-voices';
import { pageTitle } from '#lib/brand';
import { sentence } from '#lib/sentence';
import { programmeQuery } from '#programmes/parts/programme-queries';
import { canJoin } from '#programmes/parts/programme-words';
import { returnAddressOf } from '#session/return-address';
import { useSignedIn } from '#session/signed-in';
import { LinkButton } from '#ui/link-button';

export const meta = () => [{ title: pageTitle(t('All set')) }];

const partnerLinksMax = 3;

export default function OnboardingComplete() {
  const { user, profile } = useSignedIn();
  const { state } = useLocation();
  const returnTo = returnAddressOf(state);
  const learning = (profile?.languages ?? []).filter((language) => isOfVoice(language, 'learning'));
  const hasReason = returnTo !== '/dashboard';
  return (
    <div className="mx-auto grid max-w-md gap-10 pt-6 text-center sm:pt-12">
      <TwoVoices />
      <div className="grid gap-3">
        {/* Balanced lines would break before the comma. */}
        <h1 className="text-wrap text-title wrap-anywhere">
          {sentence("You're all set, {name}!", { name: <bdi>{user.name}</bdi> })}
        </h1>
        <p className="text-ink-soft">
          {t('People can find you now. Say when you have time, or look for a partner.')}
        </p>
      </div>
      <div className="grid gap-3">
        {hasReason && <ReturnLink to={returnTo} />}
        <LinkButton to="/settings#availability" variant={hasReason ? 'secondary' : 'primary'} size="lg">
          <CalendarPlus aria-hidden="true" className="size-5" />
          {t('Set up your availability')}
        </LinkButton>
        {learning.slice(0, partnerLinksMax).map(({ languageCode }) => (
          <LinkButton
            key={languageCode}
            to={`/dashboard?languageCode=${languageCode}&type=natives`}
            size="lg"
          >
            <LanguageMark code={languageCode} />
            {t('Find {language} partners', { language: languageName(languageCode) })}
            <Search aria-hidden="true" className="size-5 text-ink-faint" />
          </LinkButton>
        ))}
      </div>
    </div>
  );
}

/** Leads back to where the member came from, and names the programme of an accepted invitation. */
function ReturnLink({ to }: { to: string }) {
  const { calls } = useSignedIn().runtime;
  const { pathname, searchParams } = new URL(to, location.origin);
  const programmeId = matchPath('/programmes/:programmeId/join', pathname)?.params.programmeId;
  const { data } = useQuery({
    ...programmeQuery(calls, programmeId ?? '', searchParams.get('invitation') ?? undefined),
    enabled: programmeId !== undefined,
  });
  return (
    <LinkButton to={to} variant="primary" size="lg">
      {data && canJoin(data.programme) ? (
        <span className="wrap-anywhere">
          {sentence('Join {programme}', { programme: <bdi>{data.programme.name}</bdi> })}
        </span>
      ) : (
        t('Continue where you left off')
      )}
    </LinkButton>
  );
}
