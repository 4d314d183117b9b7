import type { ChatMessage } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import Flag from 'lucide-react/icons/flag';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ReadingAids } from '#aids/reading-aids';
import { listenForLongPress } from '#lib/long-press';
import { SavePhraseAction } from '#phrases/save-phrase-action';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import type { ConversationRow } from './conversation-rows';
import { CopyAction } from './copy-action';
import { CorrectAction } from './correct-action';

/** What an action of a message has to work with. */
interface MessageActionProps {
  message: ChatMessage;
  partner: FullProfile | undefined;
  isOwn: boolean;
  /** Closes the dialog. */
  onDone: () => void;
  /** Puts something in the place of the actions, such as a form. */
  onShow: (panel: MessagePanel) => void;
}

interface MessagePanel {
  title: string;
  body: ReactNode;
}

/** In the order of the dialog. Each shows buttons, or nothing where it does not apply. */
const actions: { id: string; Action: ComponentType<MessageActionProps> }[] = [
  { id: 'correct', Action: CorrectAction },
  { id: 'copy', Action: CopyAction },
  { id: 'phrase', Action: SavePhraseAction },
  { id: 'aids', Action: ReadingAids },
];

export interface MessageActionsProps {
  message: ChatMessage | null;
  userId: string;
  partner: FullProfile | undefined;
  rows: ConversationRow[];
  onChoose: (message: ChatMessage | null) => void;
  onReport: (message: ChatMessage) => void;
}

/** What can be done with a message. One for the whole list: a menu for each row would be felt in scrolling. */
export function MessageActions(props: MessageActionsProps) {
  const { message, userId, partner, rows, onChoose, onReport } = props;
  const [panel, setPanel] = useState<MessagePanel | null>(null);
  const onLongPress = useEffectEvent((rowId: string | undefined) => {
    const row = rows.find(({ id }) => id === rowId);
    if (row?.kind === 'message') onChoose(row.message);
  });
  useEffect(() => listenForLongPress('[data-row]', ({ dataset }) => onLongPress(dataset.row)), []);
  const close = () => {
    setPanel(null);
    onChoose(null);
  };
  const isOwn = message?.fromUserId === userId;
  return (
    <Dialog
      open={message !== null}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={panel?.title ?? t('Message')}
    >
      {panel?.body}
      {message && !panel && (
        <div className="grid gap-2">
          {actions.map(({ id, Action }) => (
            <Action
              key={id}
              message={message}
              partner={partner}
              isOwn={isOwn}
              onDone={close}
              onShow={setPanel}
            />
          ))}
          {!isOwn && (
            <Button
              variant="danger"
              onClick={() => {
                close();
                onReport(message);
              }}
            >
              <Flag aria-hidden="true" className="size-5" />
              {t('Report message')}
            </Button>
          )}
          {isOwn && message.content === null && (
            <p className="text-ink-soft">{t('There is nothing you can do with this message.')}</p>
          )}
        </div>
      )}
    </Dialog>
  );
}
