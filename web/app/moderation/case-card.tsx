import type { ContactCase } from '@parlance/contract/contact-cases';
import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { Link } from 'react-router';
import { sentence } from '#lib/sentence';
import { memberSince } from '#people/member-since';
import { nameOf } from '#people/person-name';
import { Avatar } from '#ui/avatar';
import { Badge } from '#ui/badge';
import { CaseActions } from './case-actions';
import { momentText, reasonText, stateWords, statusWords } from './moderation-words';
import { PersonLink } from './person-link';

const countWords = {
  firstContacts: word('First contacts'),
  answered: word('Answered', 'first contacts'),
  declined: word('Declined', 'first contacts'),
  blocked: word('Blocked', 'by people they wrote to'),
  reported: word('Reported', 'by people they wrote to'),
  withContact: word('With contact details'),
} satisfies Record<keyof ContactCase['counts'], string>;
const countNames = Object.keys(countWords) as (keyof ContactCase['counts'])[];

/** A hold: numbers, reports and the appeal. Messages that were not reported are never shown. */
export function CaseCard({ held }: { held: ContactCase }) {
  const { profile, counts, reports, appeal, state } = held;
  return (
    <li className="grid grid-cols-1 gap-5 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex gap-4">
        <Avatar name={nameOf(profile)} src={profile.profileImageUrl} />
        <div className="grid min-w-0 flex-1 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h2 className="min-w-0 text-lg">
              <PersonLink person={profile} />
            </h2>
            <Badge tone={state === 'held' ? 'strong' : 'neutral'}>{t(stateWords[state])}</Badge>
            {appeal && <Badge tone="positive">{t('Asks for a review')}</Badge>}
          </div>
          <p className="text-sm text-ink-soft">
            {memberSince(profile.createdAt)} · {dueText(held)}
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-6">
        {countNames.map((name) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-ink-soft">{t(countWords[name])}</dt>
            <dd className="text-xl tabular-nums">{spoken().number(counts[name])}</dd>
          </div>
        ))}
      </dl>
      {appeal && (
        <blockquote className="max-w-reading border-s-2 border-line-strong ps-4">
          <p className="text-sm text-ink-soft">{momentText(appeal.at)}</p>
          <p dir="auto" className="text-page-start [overflow-wrap:anywhere] whitespace-pre-wrap">
            {appeal.text}
          </p>
        </blockquote>
      )}
      {reports.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {reports.map(({ reportId, status, reason, createdAt }) => (
            <li key={reportId}>
              {/* words: a line of a history: Reported: Spam or advertising (Dismissed) */}
              {sentence('{report}: {reason} ({status})', {
                report: (
                  <Link
                    to={`/admin/report/${reportId}`}
                    className="inline-flex min-h-11 items-center font-medium underline underline-offset-2 sm:min-h-6"
                  >
                    {momentText(createdAt)}
                  </Link>
                ),
                reason: reasonText(reason),
                status: t(statusWords[status]),
              })}
            </li>
          ))}
        </ul>
      )}
      <CaseActions held={held} />
    </li>
  );
}

/** When the hold began and what happens without a decision. */
function dueText({ openedAt, reviewBy, state, until }: ContactCase): string {
  if (reviewBy)
    return t('Held since {time}; without a decision it becomes a restriction on {due}', {
      time: momentText(openedAt),
      due: momentText(reviewBy),
    });
  return state === 'restricted' && until
    ? t('Held since {time}; restricted until {until}, and waiting for a decision', {
        time: momentText(openedAt),
        until: momentText(until),
      })
    : t('Held since {time}; no longer limited, and waiting for a decision', { time: momentText(openedAt) });
}
