import type { ContactCase } from '@parlance/contract/contact-cases';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { Button } from '#ui/button';
import { BanDialog } from './ban-dialog';
import { RestrictDialog } from './restrict-dialog';
import { TextDialog } from './text-dialog';
import { useModeration } from './use-moderation';

/** The decisions about a hold; each one closes the case. */
export function CaseActions({ held: { caseId, profile, reports } }: { held: ContactCase }) {
  const { clear, restrict, warnHeld } = useModeration();
  const [open, setOpen] = useState<'restrict' | 'warn' | 'ban' | null>(null);
  const close = () => setOpen(null);
  const name = nameOf(profile);
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="primary" busy={clear.isPending} onClick={() => clear.mutate(caseId)}>
        {clear.isPending ? t('Ending the hold...') : t('Nothing wrong')}
      </Button>
      <Button onClick={() => setOpen('restrict')}>{t(word('Restrict', 'somebody, for some days'))}</Button>
      <Button onClick={() => setOpen('warn')}>{t('Warn by email')}</Button>
      <Button variant="danger" onClick={() => setOpen('ban')}>
        {t(word('Ban', 'to ban somebody'))}
      </Button>
      <RestrictDialog
        open={open === 'restrict'}
        onClose={close}
        title={sentence('Restrict {name}', { name: <bdi>{name}</bdi> })}
        onRestrict={(days) => restrict(caseId, days)}
      />
      <TextDialog
        open={open === 'warn'}
        onClose={close}
        title={sentence('Warn {name}', { name: <bdi>{name}</bdi> })}
        description={t('They get an email with these words, and the hold ends.')}
        label={t('What should they read?')}
        help={t('Say what was wrong and what you expect.')}
        submit={t('Send the warning')}
        submitting={t('Sending...')}
        onSubmit={(text) => warnHeld(caseId, text)}
      />
      <BanDialog
        open={open === 'ban'}
        onClose={close}
        userId={profile.userId}
        name={name}
        reason={reports.find(({ status }) => status !== 'dismissed')?.reason}
      />
    </div>
  );
}
