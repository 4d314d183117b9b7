import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { useLayoutEffect, useState } from 'react';
import { useChat } from '#chat/engine/chat';
import { RecordingBar } from '#chat/voice/recording-bar';
import { keepRecording, useVoiceDraft } from '#chat/voice/voice-draft';
import { sentence } from '#lib/sentence';
import { useLaterModule } from '#lib/use-later-module';
import { nameOf } from '#people/person-name';
import { useBlocking } from '#people/use-blocking';
import { BottomBar } from '#ui/bottom-bar';
import { Button } from '#ui/button';
import { useDraft } from './draft';
import type { Composing } from './leave-guard';
import { TextComposer } from './text-composer';

export interface ComposerProps {
  partnerId: string;
  profile: FullProfile | undefined;
  onSent: () => void;
  onComposing: (composing: Composing) => void;
}

/** Where a message is written or recorded. */
export function Composer({ partnerId, profile, onSent, onComposing }: ComposerProps) {
  const chat = useChat();
  const draft = useDraft(chat, partnerId);
  const voice = useVoiceDraft(draft);
  const aids = useLaterModule(() => import('./conversation-aids'));
  const [topicId, setTopicId] = useState<string>();
  const { status } = voice.state;
  const isRecording = status === 'recording' || status === 'recorded';
  const composing = isRecording ? 'recording' : draft.text.trim() === '' ? 'nothing' : 'text';

  // At once: the question of who leaves right after a stroke depends on it.
  useLayoutEffect(() => onComposing(composing), [composing, onComposing]);

  const { correctMe = 'always' } = profile ?? {};
  const wish = useLaterModule(() => import('#corrections/correct-me-note'), {
    isWanted: correctMe !== 'always',
  });

  if (profile?.isBlockedByUser) return <Blocked profile={profile} />;
  return (
    <BottomBar className="border-t border-line bg-paper px-2 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-4">
      {aids && profile && (
        <aids.ConversationAids
          partner={profile}
          typed={draft.text}
          onTopic={(text, id) => {
            draft.setText(text);
            setTopicId(id);
          }}
        />
      )}
      {wish && <wish.CorrectMeNote partner={profile} className="px-2 pb-2" />}
      {status === 'idle' || status === 'starting' ? (
        <TextComposer
          text={draft.text}
          onTextChange={(text) => {
            draft.setText(text);
            // Whoever wipes it away talks about something else.
            if (text === '') setTopicId(undefined);
          }}
          isMicrophoneStarting={status === 'starting'}
          onRecord={() => void voice.recorder.start()}
          onSend={(text) => {
            // In this order: the storage has the message before the draft goes.
            void chat.sendText(partnerId, text, topicId);
            draft.setText('');
            setTopicId(undefined);
            onSent();
          }}
        />
      ) : (
        <RecordingBar
          recorder={voice.recorder}
          state={voice.state}
          onSend={async (recording) => {
            await chat.sendVoice(partnerId, await keepRecording(recording));
            voice.recorder.cancel();
            onSent();
          }}
        />
      )}
    </BottomBar>
  );
}

function Blocked({ profile }: { profile: FullProfile }) {
  const { setBlocked, isPending } = useBlocking(profile);
  return (
    <BottomBar className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line bg-sunken px-4 py-3">
      <p className="text-center text-ink-soft">
        {sentence('You blocked {name}. Neither of you can write to the other.', {
          name: <bdi>{nameOf(profile)}</bdi>,
        })}
      </p>
      <Button busy={isPending} onClick={() => setBlocked(false)}>
        {t('Unblock User')}
      </Button>
    </BottomBar>
  );
}
