import { type ChatMessage, previewMaxLength } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { previewOf } from '#chat/messages/message-text';
import { shortenText } from '#lib/shorten-text';
import { nameOf } from '#people/person-name';
import { ReportForm } from '#reports/report-form';
import { useSignedIn } from '#session/signed-in';
import { Dialog } from '#ui/dialog';

export interface ReportDialogProps {
  message: ChatMessage | null;
  partner: FullProfile | undefined;
  onClose: () => void;
}

/** Reports a received message; moderators see it with the preceding messages. */
export function ReportDialog({ message, partner, onClose }: ReportDialogProps) {
  const { calls } = useSignedIn().runtime;
  return (
    <Dialog
      open={message !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('Report this message')}
      description={t('We look at it together with the ten messages before it. Your partner is not told.')}
    >
      {message && (
        <ReportForm
          onReport={(details) => calls.reportMessage({ chatMessageId: message.chatMessageId, ...details })}
          thanked={t('Thank you. The message was reported.')}
          onClose={onClose}
        >
          {partner && (
            <p dir="auto" className="text-page-start text-sm font-medium">
              {nameOf(partner)}
            </p>
          )}
          <p dir="auto" className="text-page-start">
            {shortenText(previewOf(message), previewMaxLength.popup)}
          </p>
        </ReportForm>
      )}
    </Dialog>
  );
}
