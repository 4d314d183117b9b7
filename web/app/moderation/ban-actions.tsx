import type { ModeratedPerson } from '@parlance/contract/moderation';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { nameOf } from '#people/person-name';
import type { Reason } from '#reports/reason-select';
import { Button } from '#ui/button';
import { BanDialog } from './ban-dialog';
import { useModeration } from './use-moderation';

export interface BanActionsProps {
  person: ModeratedPerson;
  /** The reason of the report that led here. */
  reason?: Reason | null;
}

/** Bans or unbans; not available for admins. */
export function BanActions({ person, reason }: BanActionsProps) {
  const { unban } = useModeration();
  const [isBanning, setBanning] = useState(false);
  const { userId } = person.profile;
  if (person.isProtected) {
    return (
      <p className="flex min-h-11 items-center text-ink-soft">{t('An admin cannot be warned or banned.')}</p>
    );
  }
  if (person.bannedAt) {
    return (
      <Button busy={unban.isPending} onClick={() => unban.mutate(userId)}>
        {unban.isPending ? t('Lifting the ban...') : t('Lift the ban')}
      </Button>
    );
  }
  return (
    <>
      <Button variant="danger" onClick={() => setBanning(true)}>
        {t(word('Ban', 'to ban somebody'))}
      </Button>
      <BanDialog
        open={isBanning}
        onClose={() => setBanning(false)}
        userId={userId}
        name={nameOf(person.profile)}
        reason={reason}
      />
    </>
  );
}
