import type { Report } from '@parlance/contract/moderation';
import { t } from '@parlance/words/current';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Headphones from 'lucide-react/icons/headphones';
import Mic from 'lucide-react/icons/mic';
import { Link } from 'react-router';
import { previewOf, soundTimeText } from '#chat/messages/message-text';
import { sentence } from '#lib/sentence';
import { shortenText } from '#lib/shorten-text';
import { nameOf } from '#people/person-name';
import { ThanksQuote } from '#thanks/thanks-quote';
import { Avatar } from '#ui/avatar';
import { Badge } from '#ui/badge';
import { momentText, reasonText, timesReported } from './moderation-words';
import { ProfileLine } from './reported-profile';
import { sessionLine } from './reported-session';

const previewMaxLength = 140;

export function ReportRow({ report }: { report: Report }) {
  const { reportId, reported, reporter, message, thanks, session, profile } = report;
  const { reason, createdAt, reportCount } = report;
  const name = reported ? nameOf(reported) : t('Somebody who has left');
  const about = {
    reason: reasonText(reason),
    time: <time dateTime={createdAt.toISOString()}>{momentText(createdAt)}</time>,
  };
  return (
    <li>
      <Link
        to={`/admin/report/${reportId}`}
        className="flex gap-4 rounded-lg border border-line bg-surface p-4 hover:border-line-strong sm:p-5"
      >
        <Avatar name={name} src={reported?.profileImageUrl} />
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h2 dir="auto" className="max-w-full truncate text-lg">
              {name}
            </h2>
            <Badge tone={reportCount > 1 ? 'danger' : 'neutral'}>{timesReported(reportCount)}</Badge>
          </div>
          {thanks ? (
            <ThanksQuote thanks={thanks} />
          ) : profile ? (
            <ProfileLine profile={profile} />
          ) : session ? (
            <p className="flex items-center gap-2">
              <Headphones aria-hidden="true" className="size-4 shrink-0" />
              {sessionLine(session)}
            </p>
          ) : message.type === 'voice' && !message.deletedAt ? (
            <p className="flex items-center gap-2">
              <Mic aria-hidden="true" className="size-4 shrink-0" />
              {t('Voice message, {duration}', { duration: soundTimeText(message.durationMs ?? 0) })}
            </p>
          ) : (
            <p dir="auto" className="text-page-start [overflow-wrap:anywhere]">
              {shortenText(previewOf(message), previewMaxLength)}
            </p>
          )}
          <p className="text-sm text-ink-soft">
            {reporter
              ? sentence('{reason} · by {name} · {time}', { ...about, name: <bdi>{nameOf(reporter)}</bdi> })
              : sentence('{reason} · by somebody who has left · {time}', about)}
          </p>
        </div>
        <ChevronRight
          aria-hidden="true"
          className="size-5 shrink-0 self-center text-ink-faint rtl:-scale-x-100"
        />
      </Link>
    </li>
  );
}
