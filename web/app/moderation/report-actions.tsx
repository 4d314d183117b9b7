import type { ModeratedPerson, Report } from '@parlance/contract/moderation';
import { useState } from 'react';
import { nameOf } from '#people/person-name';
import { Button } from '#ui/button';
import { BanActions } from './ban-actions';
import { momentText } from './moderation-words';
import { TextDialog } from './text-dialog';
import { useModeration } from './use-moderation';

export interface ReportActionsProps {
  report: Report;
  /** Missing while it loads. */
  person: ModeratedPerson | undefined;
}

/** What an admin can do about a report. */
export function ReportActions({ report, person }: ReportActionsProps) {
  const { dismiss, warn } = useModeration();
  const [isWarning, setWarning] = useState(false);
  const isOpen = report.status === 'open';
  const name = report.reported ? nameOf(report.reported) : '';
  return (
    <section aria-labelledby="report-actions" className="grid gap-4 border-t border-line pt-6">
      <h2 id="report-actions" className="text-xl">
        {isOpen ? 'What should happen?' : 'This report is closed'}
      </h2>
      {!isOpen && report.resolvedAt && (
        <p className="text-ink-soft">
          Closed on <time dateTime={report.resolvedAt.toISOString()}>{momentText(report.resolvedAt)}</time>.
        </p>
      )}
      {isOpen && person && !person.canBeMailed && !person.isProtected && (
        <p className="text-ink-soft">This person has no email address, so no warning can reach them.</p>
      )}
      <div className="flex flex-wrap gap-3">
        {isOpen && (
          <Button variant="primary" busy={dismiss.isPending} onClick={() => dismiss.mutate(report.reportId)}>
            {dismiss.isPending ? 'Dismissing...' : 'Dismiss'}
          </Button>
        )}
        {isOpen && person?.canBeMailed && !person.isProtected && (
          <Button onClick={() => setWarning(true)}>Warn by email</Button>
        )}
        {person && <BanActions person={person} />}
      </div>
      <TextDialog
        open={isWarning}
        onClose={() => setWarning(false)}
        title={
          <>
            Warn <bdi>{name}</bdi>
          </>
        }
        description="They get an email with these words, and the report is closed. They are not told who reported it."
        label="What should they read?"
        help="Say what was wrong and what you expect."
        submit="Send the warning"
        submitting="Sending..."
        onSubmit={(text) => warn(report.reportId, text)}
      />
    </section>
  );
}
