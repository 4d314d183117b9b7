import type { ReportedProfile as Reported } from '@parlance/contract/moderation';
import type { BaseProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Flag from 'lucide-react/icons/flag';
import UserRound from 'lucide-react/icons/user-round';
import { shortenText } from '#lib/shorten-text';
import { nameOf } from '#people/person-name';
import { Avatar } from '#ui/avatar';
import { partWords } from './moderation-words';

const previewMaxLength = 140;

/** A reported profile in one line: the part, and the words if it is about them. */
export function ProfileLine({ profile: { about, name, description } }: { profile: Reported }) {
  const said = about === 'name' ? name : about === 'description' ? description : '';
  return (
    <p className="flex items-start gap-2">
      <UserRound aria-hidden="true" className="mt-1 size-4 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {t('Profile')} · {t(partWords[about])}
        {said && (
          <>
            {': '}
            <bdi>{shortenText(said, previewMaxLength)}</bdi>
          </>
        )}
      </span>
    </p>
  );
}

export interface ReportedProfileProps {
  profile: Reported;
  /** The profile as it is now; null once the account is deleted. */
  present: BaseProfile | null;
}

/** The profile as it was when it was reported. The picture is kept until the report is closed. */
export function ReportedProfile({ profile, present }: ReportedProfileProps) {
  const { about, name, description, pictureUrl } = profile;
  const hasChanged = present !== null && (present.name !== name || present.description !== description);
  return (
    <section aria-labelledby="reported-profile" className="grid gap-4">
      <h2 id="reported-profile" className="text-xl">
        {t('The profile when it was reported')}
      </h2>
      <div className="edge-when-forced grid w-full max-w-xl min-w-0 gap-4 rounded-xl border border-danger-line bg-danger-soft px-4 py-4">
        <p className="flex items-center gap-1.5 text-sm font-medium text-danger">
          <Flag aria-hidden="true" className="size-4" />
          {t(partWords[about])}
        </p>
        <div className="flex items-center gap-4">
          {pictureUrl ? (
            <img
              src={pictureUrl}
              alt={t('The reported picture')}
              className="size-32 shrink-0 rounded-lg bg-sunken object-cover"
            />
          ) : (
            <Avatar name={nameOf(profile)} size="lg" />
          )}
          <p dir="auto" className="min-w-0 text-lg font-medium [overflow-wrap:anywhere]">
            {name || t(word('No name', 'of a profile'))}
          </p>
        </div>
        <p dir="auto" className="max-w-reading text-page-start [overflow-wrap:anywhere] whitespace-pre-wrap">
          {description || t('No description provided')}
        </p>
      </div>
      {hasChanged && <p className="text-ink-soft">{t('The words of the profile have changed since.')}</p>}
    </section>
  );
}
