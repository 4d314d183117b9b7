import type { ModeratedPerson } from '@parlance/contract/moderation';
import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Ban from 'lucide-react/icons/ban';
import { memberSince } from '#people/member-since';
import { nameOf } from '#people/person-name';
import { Avatar } from '#ui/avatar';
import { Badge } from '#ui/badge';
import { momentText, timesReported } from './moderation-words';
import { PersonLink } from './person-link';

export interface PersonSummaryProps {
  person: ModeratedPerson;
  /** Links the name to the member's page; on that page it is the heading already. */
  hasLink?: boolean;
}

export function PersonSummary({ person, hasLink = false }: PersonSummaryProps) {
  const { profile, bannedAt, bannedFor, isProtected, reportCount, reportsMade, lastActiveAt } = person;
  return (
    <section aria-label={t('Account')} className="grid gap-4 rounded-lg border border-line bg-surface p-5">
      <div className="flex items-center gap-4">
        <Avatar name={nameOf(profile)} src={profile.profileImageUrl} size="lg" />
        <div className="min-w-0">
          {hasLink && <PersonLink person={profile} />}
          <p className="text-sm text-ink-soft">{memberSince(profile.createdAt)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {bannedAt && (
          <Badge tone="danger" icon={<Ban aria-hidden="true" className="size-3.5" />}>
            {t(word('Banned', 'somebody'))}
          </Badge>
        )}
        {isProtected && <Badge>{t('Admin')}</Badge>}
        <Badge tone={reportCount > 1 ? 'danger' : 'neutral'}>
          {reportCount === 0 ? t('Never reported') : timesReported(reportCount)}
        </Badge>
      </div>
      <dl className="grid gap-2 text-sm">
        {bannedAt && (
          <Fact name={t('Banned on')}>
            {momentText(bannedAt)}
            {bannedFor && (
              <span dir="auto" className="block text-page-start [overflow-wrap:anywhere] whitespace-pre-wrap">
                {bannedFor}
              </span>
            )}
          </Fact>
        )}
        <Fact name={t('Last active')}>
          {lastActiveAt ? momentText(lastActiveAt) : t(word('Not yet', 'nobody has seen them here'))}
        </Fact>
        <Fact name={t('Reports made')}>{spoken().number(reportsMade)}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
