import type { ContactRequest } from '@parlance/contract/contact';
import { t } from '@parlance/words/current';
import { useState } from 'react';
import { sentence } from '#lib/sentence';
import { shortenText } from '#lib/shorten-text';
import { nameOf } from '#people/person-name';
import type { Reason } from '#reports/reason-select';
import { ReportForm } from '#reports/report-form';
import { useSignedIn } from '#session/signed-in';
import { Checkbox } from '#ui/checkbox';
import { Dialog } from '#ui/dialog';
import { requestWords } from './request-text';
import { useRemoval } from './use-removal';

const excerptMaxLength = 100;

/** Reasons for which new accounts of the same person are likely. */
const protectedByDefault = (reason: Reason) => reason === 'harassment' || reason === 'sexual';

export interface RefuseDialogProps {
  request: ContactRequest;
  open: boolean;
  onClose: () => void;
}

/** Blocks and reports the sender of a request in one call, and offers protection from new accounts. */
export function RefuseDialog({ request, open, onClose }: RefuseDialogProps) {
  const { profile } = request;
  const { calls } = useSignedIn().runtime;
  const remove = useRemoval();
  const name = nameOf(profile);
  // Null while the member has not changed the box: it then follows the reason.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isProtected = (reason: Reason) => chosen ?? protectedByDefault(reason);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={sentence('Block and report {name}', { name: <bdi>{name}</bdi> })}
      description={t(
        'They can no longer write to you or book you. They are not told, but notice it when they try. A moderator looks at what they wrote.',
      )}
    >
      <ReportForm
        action={t('Block and report')}
        extra={(reason) => (
          <Checkbox
            label={t('Let accounts created from now on ask first, for 14 days')}
            help={t('Their first messages then wait here without a notice.')}
            checked={isProtected(reason)}
            onChange={({ target }) => setChosen(target.checked)}
          />
        )}
        onReport={async (details) => {
          const protect = isProtected(details.reason);
          await calls.refuseRequest({ userId: profile.userId, ...details, protect });
          // A block affects search, availability and bookings too.
          void remove(profile.userId, []);
        }}
        thanked={t('You blocked and reported {name}.', { name })}
        onClose={onClose}
      >
        <p dir="auto" className="text-page-start wrap-anywhere">
          {shortenText(requestWords(request), excerptMaxLength)}
        </p>
      </ReportForm>
    </Dialog>
  );
}
