import { messageMaxLength } from '@parlance/contract/chat';
import { correctionMaxLength } from '@parlance/contract/corrections';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useChat } from '#chat/engine/chat';
import type { RecorderState } from '#chat/voice/recorder';
import { useLaterModule } from '#lib/use-later-module';
import { BottomBar } from '#ui/bottom-bar';
import { showToast } from '#ui/toast';
import type { ConversationDraft } from './draft';
import type { Composing } from './leave-guard';
import { TextComposer } from './text-composer';

export interface ComposerProps {
  partnerId: string;
  profile: FullProfile | undefined;
  draft: ConversationDraft;
  onSent: () => void;
  onComposing: (composing: Composing) => void;
}

// Duplicated because the contract's constant is in a module that loads on first use.
const captionMaxLength = 500;

export function Composer({ partnerId, profile, draft, onSent, onComposing }: ComposerProps) {
  const chat = useChat();
  const { text, keptAudio, repliesTo, edits, pictures } = useSyncExternalStore(
    draft.subscribe,
    draft.getState,
  );
  const [status, setStatus] = useState<RecorderState['status']>('idle');
  const aids = useLaterModule(() => import('./conversation-aids'));
  const extras = useLaterModule(() => import('./composer-extras'), {
    isWanted: !!(repliesTo ?? edits ?? pictures),
  });
  const [hasRecorded, setRecorded] = useState(false);
  const isVoice = status !== 'idle' || keptAudio !== null;
  const voice = useLaterModule(() => import('#chat/voice/voice-composer'), {
    isWanted: isVoice,
    onMissing: () => {
      setStatus('idle');
      showToast({ title: t('Recording is not ready yet. Please try again.'), tone: 'danger' });
    },
  });
  const [topicId, setTopicId] = useState<string>();
  const isRecording = status === 'recording' || status === 'recorded';
  const isWriting = text.trim() !== '' || pictures !== undefined;
  const composing = isRecording ? 'recording' : isWriting ? 'text' : 'nothing';

  // A layout effect: navigation right after a keystroke must already see the unsent text.
  useLayoutEffect(() => onComposing(composing), [composing, onComposing]);

  const { correctMe = 'always' } = profile ?? {};
  const wish = useLaterModule(() => import('#corrections/correct-me-note'), {
    isWanted: correctMe !== 'always',
  });

  const blocked = useLaterModule(() => import('./blocked-bar'), {
    isWanted: profile?.isBlockedByUser === true,
  });

  const send = (typed: string) => {
    // The calls come first: each starts the transaction that stores the message and removes the draft.
    if (edits) {
      const content = typed.trim() || null;
      const { message, before } = edits;
      if (content !== message.content) void chat.changeMessage({ ...message, content, editedAt: new Date() });
      return draft.set({ text: before, edits: undefined });
    }
    if (pictures) void chat.sendPictures(partnerId, pictures, typed, { repliesTo });
    else void chat.sendText(partnerId, typed, { repliesTo, topicId });
    draft.set({ text: '', repliesTo: undefined, pictures: undefined });
    setTopicId(undefined);
    onSent();
  };
  const isPicture = pictures !== undefined || edits?.message.type === 'picture';
  const textMaxLength = edits?.message.corrects ? correctionMaxLength : messageMaxLength;

  if (profile?.isBlockedByUser) return blocked && <blocked.BlockedBar profile={profile} />;
  return (
    <BottomBar className="border-t border-line bg-paper px-2 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-4">
      {aids && profile && (
        <aids.ConversationAids
          partner={profile}
          typed={text}
          onTopic={(topic, id) => {
            draft.set({ text: topic });
            setTopicId(id);
          }}
        />
      )}
      {wish && <wish.CorrectMeNote partner={profile} className="px-2 pb-2" />}
      {extras && <extras.ComposerExtras partnerId={partnerId} profile={profile} draft={draft} />}
      {voice && isVoice && (
        <voice.VoiceComposer
          keptAudio={keptAudio}
          setAudio={draft.setAudio}
          onStatus={(next) => {
            setStatus(next);
            if (next !== 'idle' && next !== 'starting') setRecorded(true);
          }}
          onSend={async (audio) => {
            await chat.sendVoice(partnerId, audio, { repliesTo });
            draft.set({ repliesTo: undefined });
            onSent();
          }}
        />
      )}
      {(status === 'idle' || status === 'starting') && (
        <TextComposer
          text={text}
          maxLength={isPicture ? captionMaxLength : textMaxLength}
          canBeEmpty={isPicture}
          isEditing={edits !== undefined}
          onTextChange={(typed) => {
            draft.set({ text: typed });
            // Clearing the field drops the topic.
            if (typed === '') setTopicId(undefined);
          }}
          onPictures={extras && ((files) => void extras.takePictures(draft, files))}
          isMicrophoneStarting={status === 'starting'}
          isAfterRecording={hasRecorded}
          onRecord={() => setStatus('starting')}
          onSend={send}
        />
      )}
    </BottomBar>
  );
}
