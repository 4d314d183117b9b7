import type { Programme } from '@parlance/contract/programmes';
import { t } from '@parlance/words/current';
import type { ReactNode } from 'react';
import { Empty } from '#programmes/parts/page-frame';
import { canJoin } from '#programmes/parts/programme-words';
import { LinkButton } from '#ui/link-button';

/** Replaces a list that is empty for want of students, and leads to the invitations while they work. */
export function NoStudents({ programme, children }: { programme: Programme; children: ReactNode }) {
  return (
    <Empty
      action={
        canJoin(programme) && (
          <LinkButton to={`/programmes/${programme.programmeId}/coordinate/students`}>
            {t('Invite students')}
          </LinkButton>
        )
      }
    >
      {children}
    </Empty>
  );
}
