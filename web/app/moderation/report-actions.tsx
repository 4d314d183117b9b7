import type { ModeratedPerson, Report } from '@parlance/contract/moderation';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { Button } from '#ui/button';
import { BanActions } from './ban-actions';
import { momentText } from './moderation-words';
import { TextDialog } from './text-dialog';
import { useModeration } from './use-moderation';

export interface ReportActionsProps {
  report: Report;
  /** Undefined while loading. */
  person: ModeratedPerson | undefined;
}

export function ReportActions({ report, person }: ReportActionsProps) {
  const { dismiss, remove, warn } = useModeration();
  const [isWarning, setWarning] = useState(false);
  const isOpen = report.status === 'open';
  const name = report.reported ? nameOf(report.reported) : '';
  return (
    <section aria-labelledby="report-actions" className="grid gap-4 border-t border-line pt-6">
      <h2 id="report-actions" className="text-xl">
        {isOpen ? t('What should happen?') : t('This report is closed')}
      </h2>
      {!isOpen && report.resolvedAt && (
        <p className="text-ink-soft">
          {sentence('Closed on {time}.', {
            time: <time dateTime={report.resolvedAt.toISOString()}>{momentText(report.resolvedAt)}</time>,
          })}
        </p>
      )}
      {isOpen && person && !person.canBeMailed && !person.isProtected && (
        <p className="text-ink-soft">
          {t('This person has no email address, so no warning can reach them.')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {isOpen && (
          <Button variant="primary" busy={dismiss.isPending} onClick={() => dismiss.mutate(report.reportId)}>
            {dismiss.isPending ? t('Dismissing...') : t(word('Dismiss', 'a report'))}
          </Button>
        )}
        {report.thanks?.isThere && (
          <Button busy={remove.isPending} onClick={() => remove.mutate({ reportId: report.reportId })}>
            {remove.isPending ? t('Removing...') : t('Remove the thanks')}
          </Button>
        )}
        {report.profile && <RemoveParts report={report} />}
        {isOpen && person?.canBeMailed && !person.isProtected && (
          <Button onClick={() => setWarning(true)}>{t('Warn by email')}</Button>
        )}
        {person && <BanActions person={person} reason={report.reason} />}
      </div>
      <TextDialog
        open={isWarning}
        onClose={() => setWarning(false)}
        title={sentence('Warn {name}', { name: <bdi>{name}</bdi> })}
        description={t(
          'They get an email with these words, and the report is closed. They are not told who reported it.',
        )}
        label={t('What should they read?')}
        help={t('Say what was wrong and what you expect.')}
        submit={t('Send the warning')}
        submitting={t('Sending...')}
        onSubmit={(text) => warn(report.reportId, text)}
      />
    </section>
  );
}

/** Removes what the profile shows now: the member may have changed it since the report. */
function RemoveParts({ report: { reportId, reported, profile } }: { report: Report }) {
  const { remove } = useModeration();
  // A report about the name removes it along with the description.
  const hasWords = reported?.description || (profile?.about === 'name' && reported?.name);
  const removing = remove.isPending ? remove.variables.what : undefined;
  return (
    <>
      {reported?.profileImageUrl && (
        <Button busy={removing === 'picture'} onClick={() => remove.mutate({ reportId, what: 'picture' })}>
          {removing === 'picture' ? t('Removing...') : t('Remove the picture')}
        </Button>
      )}
      {hasWords && (
        <Button busy={removing === 'words'} onClick={() => remove.mutate({ reportId, what: 'words' })}>
          {removing === 'words' ? t('Removing...') : t('Remove the words')}
        </Button>
      )}
    </>
  );
}
