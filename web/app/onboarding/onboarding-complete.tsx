import { t } from '@parlance/words/current';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import Search from 'lucide-react/icons/search';
import { lazy, Suspense } from 'react';
import { matchPath, useLocation } from 'react-router';
import { isOfVoice } from '#languages/language-list';
import { LanguageMark } from '#languages/language-mark';
import { languageName } from '#languages/language-name';
import { TwoVoices } from '#languages/two-voices';
import { pageTitle } from '#lib/brand';
import { sentence } from '#lib/sentence';
import { returnAddressOf } from '#session/return-address';
import { useSignedIn } from '#session/signed-in';
import { LinkButton } from '#ui/link-button';

export const meta = () => [{ title: pageTitle(t('All set')) }];

const ProgrammeReturnLink = lazy(() => import('#programmes/join/return-link'));

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

/** Leads back to where the member came from. The code of programmes loads only for an invitation to one. */
function ReturnLink({ to }: { to: string }) {
  const { pathname } = new URL(to, location.origin);
  const programmeId = matchPath('/programmes/:programmeId/join', pathname)?.params.programmeId;
  const link = (
    <LinkButton to={to} variant="primary" size="lg">
      {t('Continue where you left off')}
    </LinkButton>
  );
  if (programmeId === undefined) return link;
  return (
    <Suspense fallback={link}>
      <ProgrammeReturnLink to={to} programmeId={programmeId} />
    </Suspense>
  );
}
