import type { PastSession } from '@parlance/contract/past-sessions';
import { t } from '@parlance/words/current';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { useLaterModule } from '#lib/use-later-module';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { AfterSession } from '#trust/after-session';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { showToast } from '#ui/toast';
import { SessionHead } from './session-head';

/** An ended session: outcome and thanks, its words and talk time on a press, and another booking. */
export function PastSessionItem({ session }: { session: PastSession }) {
  const { user } = useSignedIn();
  const { scheduleSlotId, bookedByUser, thanks, hasNotes } = session;
  const partner = session.userId === user.userId ? (bookedByUser ?? session.user) : session.user;
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const later = useLaterModule(() => import('#call/kept-session'), {
    isWanted: isOpen,
    onMissing: () => {
      setOpen(false);
      showToast({ title: t('It could not be loaded. Please try again.'), tone: 'danger' });
    },
  });
  return (
    <li className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <SessionHead session={session} partner={partner} status="completed" />
      <div className="flex flex-wrap gap-2">
        <Button
          variant={hasNotes ? 'secondary' : 'quiet'}
          aria-expanded={isOpen}
          aria-controls={panelId}
          busy={isOpen && !later}
          onClick={() => setOpen(!isOpen)}
        >
          {hasNotes ? t('Words and talk time') : t('Talk time')}
          <ChevronDown aria-hidden="true" className={isOpen ? 'size-5 rotate-180' : 'size-5'} />
        </Button>
        {/* After a block, neither can book. */}
        {thanks && <LinkButton to={`/profile/${partner.userId}#availability`}>{t('Book again')}</LinkButton>}
      </div>
      <div id={panelId} hidden={!isOpen}>
        {isOpen && later && (
          <later.KeptSession scheduleSlotId={scheduleSlotId} partnerName={nameOf(partner)} />
        )}
      </div>
      <AfterSession session={session} partner={partner} hasThanks={thanks?.received != null} />
    </li>
  );
}
