import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { correctMeWords } from '#corrections/correct-me-words';
import { isOfVoice } from '#languages/language-list';
import { useLaterModule } from '#lib/use-later-module';
import { AvailabilityList } from '#schedule/availability-list';
import { ProfileHeader } from './profile-header';
import { ProfileLanguages } from './profile-languages';
import { Thanks } from './thanks';

export function ProfilePage({ profile }: { profile: FullProfile }) {
  const { description, languages, isBlockedByUser, correctMe } = profile;
  const { hash } = useLocation();
  const availability = useRef<HTMLElement>(null);
  useEffect(() => {
    // The router looks for the target at once, when the profile may still be loading.
    if (hash === '#availability') availability.current?.scrollIntoView();
  }, [hash]);
  const note = useLaterModule(() => import('./blocked-note'), { isWanted: isBlockedByUser === true });
  return (
    <article className="grid grid-cols-1 gap-8 sm:gap-10">
      {isBlockedByUser && note && <note.BlockedNote person={profile} />}
      <ProfileHeader profile={profile} />
      <p
        dir="auto"
        className={
          description ? 'max-w-reading text-lg leading-relaxed whitespace-pre-line' : 'text-ink-faint'
        }
      >
        {description || t('No description provided')}
      </p>
      <section aria-labelledby="languages" className="grid gap-4">
        <h2 id="languages" className="text-2xl">
          {t('Languages')}
        </h2>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <ProfileLanguages
            voice="speaks"
            languages={languages.filter((each) => isOfVoice(each, 'speaks'))}
          />
          <ProfileLanguages
            voice="learning"
            languages={languages.filter((each) => isOfVoice(each, 'learning'))}
          />
        </div>
        {correctMe && <p className="text-ink-soft">{t(correctMeWords[correctMe])}</p>}
      </section>
      <section ref={availability} aria-labelledby="availability" className="grid gap-4">
        <h2 id="availability" className="text-2xl">
          {t('Availability')}
        </h2>
        <AvailabilityList profile={profile} />
      </section>
      {profile.thanks ? <Thanks profile={profile} /> : null}
    </article>
  );
}
