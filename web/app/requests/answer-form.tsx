import { messageMaxLength } from '@parlance/contract/chat';
import type { BaseProfile } from '@parlance/contract/people';
import { counted, t } from '@parlance/words/current';
import { type FormEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { useDraft } from '#chat/conversation/draft';
import { isSendKey } from '#chat/conversation/send-key';
import { useChat } from '#chat/engine/chat';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { Textarea } from '#ui/textarea';

export interface AnswerFormProps {
  partner: Pick<BaseProfile, 'userId' | 'name'>;
  isOpen: boolean;
  /** Called when a draft of this answer was kept. */
  onOpen: () => void;
}

/** Answers a request, which accepts it: the outbox sends the text, and the conversation opens. The draft is that of the conversation. */
export function AnswerForm({ partner, isOpen, onOpen }: AnswerFormProps) {
  const chat = useChat();
  const navigate = useNavigate();
  const draft = useDraft(chat, partner.userId);
  const { text } = useSyncExternalStore(draft.subscribe, draft.getState);
  const field = useRef<HTMLTextAreaElement>(null);
  const wasOpen = useRef(isOpen);
  const tooMany = text.length > messageMaxLength ? [...text.trim()].length - messageMaxLength : 0;
  const canSend = text.trim() !== '' && tooMany <= 0;

  useEffect(() => {
    if (!isOpen && text !== '') onOpen();
    // Not for a kept draft: the focus moves only after a press.
    else if (isOpen && !wasOpen.current && text === '') field.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, text, onOpen]);

  const send = () => {
    if (!canSend) return;
    void chat.sendText(partner.userId, text);
    draft.set({ text: '' });
    void navigate(`/chat/${partner.userId}`);
  };
  if (!isOpen) return null;
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        label={t('Your answer')}
        help={sentence('Once you answer, {name} can write to you like everybody you talk with.', {
          name: <bdi>{nameOf(partner)}</bdi>,
        })}
        error={
          tooMany > 0 &&
          counted(
            tooMany,
            '1 character too long for one message.',
            '{count} characters too long for one message.',
          )
        }
      >
        <Textarea
          ref={field}
          rows={3}
          value={text}
          enterKeyHint="send"
          onChange={({ target }) => draft.set({ text: target.value })}
          onKeyDown={(event) => {
            if (!isSendKey(event.nativeEvent)) return;
            event.preventDefault();
            send();
          }}
        />
      </Field>
      <Button type="submit" variant="primary" disabled={!canSend} className="justify-self-end">
        {t('Send')}
      </Button>
    </form>
  );
}
