import type { ModeratedPerson } from '@parlance/contract/moderation';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { Button } from '#ui/button';
import { TextDialog } from './text-dialog';
import { useModeration } from './use-moderation';

/** Bans or unbans; not available for admins. */
export function BanActions({ person }: { person: ModeratedPerson }) {
  const { ban, unban } = useModeration();
  const [isBanning, setBanning] = useState(false);
  const { userId } = person.profile;
  const name = nameOf(person.profile);
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
      <TextDialog
        open={isBanning}
        onClose={() => setBanning(false)}
        title={sentence('Ban {name}?', { name: <bdi>{name}</bdi> })}
        description={t(
          'They are signed out everywhere at once and hidden, their sessions are cancelled, and every report about them is closed. They cannot register again.',
        )}
        label={t('Reason')}
        help={t('For the audit trail; they do not see it.')}
        submit={t(word('Ban', 'to ban somebody'))}
        submitting={t('Banning...')}
        isDangerous
        onSubmit={(reason) => ban(userId, reason)}
      />
    </>
  );
}
