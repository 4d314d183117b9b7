import type { LanguageCode } from '@parlance/contract/languages';
import { cardDescriptionMaxLength, type SearchUser } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import { Link } from 'react-router';
import { isOfVoice } from '#languages/language-list';
import { classNames } from '#lib/class-names';
import { shortenText } from '#lib/shorten-text';
import { ActivityBadge } from '#people/activity-badge';
import { fitReason, sharedInterestsText } from '#people/fit-reason';
import { wantedFirst } from '#people/language-label';
import { NextFree } from '#people/next-free';
import { nameOf } from '#people/person-name';
import { SavePlace } from '#people/save-place';
import { StandingBadge } from '#people/standing-badge';
import { Avatar } from '#ui/avatar';
import { buttonClass } from '#ui/button';
import { LanguageRow } from './language-row';

export const cardClass =
  'relative flex min-h-64 flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-5';

export interface PersonCardProps {
  person: SearchUser;
  /** The searched language, whose chip is never truncated. */
  wanted: LanguageCode | null;
}

export function PersonCard({ person, wanted }: PersonCardProps) {
  const { userId, description, profileImageUrl, languages, lastActiveAt, fit, isSaved } = person;
  const name = nameOf(person);
  const nameId = `name-${userId}`;
  const codes = [...(wanted ? [wanted] : []), ...(fit?.speaks ?? []), ...(fit?.learns ?? [])];
  const sorted = wantedFirst(languages, codes);
  const reason = fit && fitReason(fit);
  const interests = fit && sharedInterestsText(fit);
  return (
    <li className={classNames(cardClass, 'shadow-raised transition-colors hover:border-line-strong')}>
      <div className="flex gap-3">
        <Avatar name={name} src={profileImageUrl} size="lg" />
        <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
          <h3 id={nameId} dir="auto" className="max-w-full text-page-start text-lg wrap-anywhere">
            {name}
          </h3>
          <div className="flex flex-wrap gap-1">
            <ActivityBadge lastActiveAt={lastActiveAt} />
            <StandingBadge person={person} />
          </div>
          <NextFree at={person.nextFreeAt} />
        </div>
      </div>
      {reason && (
        <p className="flex items-start gap-2 text-sm font-medium">
          {fit?.tier === 'mutual' && (
            <ArrowLeftRight aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-speak" />
          )}
          <span>{reason}</span>
        </p>
      )}
      <p dir="auto" className={classNames('leading-snug', description ? 'text-ink-soft' : 'text-ink-faint')}>
        {description ? shortenText(description, cardDescriptionMaxLength) : t('No description provided')}
      </p>
      <div className="grid gap-2">
        <LanguageRow voice="speaks" languages={sorted.filter((each) => isOfVoice(each, 'speaks'))} />
        <LanguageRow voice="learning" languages={sorted.filter((each) => isOfVoice(each, 'learning'))} />
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-end gap-3 pt-1">
        <p className="min-w-24 flex-1 text-sm text-ink-faint empty:hidden">{interests}</p>
        <div className="flex flex-wrap justify-end gap-3">
          {/* Above the link of the whole card. */}
          {isSaved !== undefined && (
            <div className="relative z-1">
              <SavePlace person={person} describedBy={nameId} />
            </div>
          )}
          {/* The whole card is its target. */}
          <Link
            to={`/profile/${userId}`}
            aria-describedby={nameId}
            className={classNames(buttonClass(), 'shrink-0 after:absolute after:inset-0 after:rounded-lg')}
          >
            {t('View Profile')}
          </Link>
        </div>
      </div>
    </li>
  );
}
