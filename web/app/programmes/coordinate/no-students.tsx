import { t } from '@parlance/words/current';
import type { ReactNode } from 'react';
import { Empty } from '#programmes/parts/page-frame';
import { LinkButton } from '#ui/link-button';

/** Replaces a list that is empty for want of students, and leads to the invitations. */
export function NoStudents({ programmeId, children }: { programmeId: string; children: ReactNode }) {
  return (
    <Empty
      action={
        <LinkButton to={`/programmes/${programmeId}/coordinate/students`}>{t('Invite students')}</LinkButton>
      }
    >
      {children}
    </Empty>
  );
}
