import type { ChatMessage } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import Copy from 'lucide-react/icons/copy';
import { Button } from '#ui/button';
import { copyText } from '#ui/copy-text';

export function CopyAction({ message, onDone }: { message: ChatMessage; onDone: () => void }) {
  const { content } = message;
  if (content === null) return null;
  return (
    <Button
      onClick={() => {
        void copyText(content);
        onDone();
      }}
    >
      <Copy aria-hidden="true" className="size-5" />
      {t('Copy text')}
    </Button>
  );
}
