import type { ChatMessage } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import Copy from 'lucide-react/icons/copy';
import Flag from 'lucide-react/icons/flag';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { showToast } from '#ui/toast';

export interface MessageActionsProps {
  message: ChatMessage | null;
  /** Only what one received can be reported. */
  canReport: boolean;
  onReport: (message: ChatMessage) => void;
  onClose: () => void;
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: t('Copied.') });
  } catch {
    showToast({ title: t('The text could not be copied here.'), tone: 'danger' });
  }
}

/** What can be done with a message. One for the whole list: a menu for each row would be felt in scrolling. */
export function MessageActions({ message, canReport, onReport, onClose }: MessageActionsProps) {
  const content = message?.content ?? null;
  return (
    <Dialog open={message !== null} onOpenChange={(isOpen) => !isOpen && onClose()} title={t('Message')}>
      <div className="grid gap-2">
        {content !== null && (
          <Button
            onClick={() => {
              void copy(content);
              onClose();
            }}
          >
            <Copy aria-hidden="true" className="size-5" />
            {t('Copy text')}
          </Button>
        )}
        {message && canReport && (
          <Button
            variant="danger"
            onClick={() => {
              onClose();
              onReport(message);
            }}
          >
            <Flag aria-hidden="true" className="size-5" />
            {t('Report message')}
          </Button>
        )}
        {content === null && !canReport && (
          <p className="text-ink-soft">{t('There is nothing you can do with this message.')}</p>
        )}
      </div>
    </Dialog>
  );
}
