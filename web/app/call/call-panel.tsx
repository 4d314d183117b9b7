import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import X from 'lucide-react/icons/x';
import { useState, useSyncExternalStore } from 'react';
import { failureMessage } from '#lib/failure-message';
import { useFocusHandedOn } from '#lib/use-focus-handed-on';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { TopicPrompts } from '#topics/topic-prompts';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';
import type { Call } from './call';
import { CallControls } from './call-controls';
import { CallStatus } from './call-status';
import { cameraProblemWords, microphoneProblemWords } from './call-words';
import { DeviceDialog } from './device-dialog';
import { HalvesBar } from './halves-bar';
import { LanguageDialog } from './language-dialog';
import { NoteCards, NoteForm } from './notes';
import { pairLanguages, voicesOf } from './pair-languages';
import { halvesAt } from './room/halves';
import { SwapNotice } from './swap-notice';
import { useOwnMedia, useRoom, useServerNow } from './use-room';
import { VideoStage } from './video-stage';
import { WishStrip } from './wish-strip';

export interface CallPanelProps {
  call: Call;
  partner: FullProfile;
  onReport: () => void;
}

/** Call panel above the messages: participants, current language and controls. */
export function CallPanel({ call, partner, onReport }: CallPanelProps) {
  const { user, profile } = useSignedIn();
  const { room, media, talk } = call;
  const state = useRoom(call);
  const own = useOwnMedia(call);
  const now = useServerNow(state);
  const isTalking = useSyncExternalStore(talk.subscribe, () => talk.get().isTalking);
  const [areNotesOpen, setNotesOpen] = useState(false);
  const [areTopicsOpen, setTopicsOpen] = useState(false);
  const [dialog, setDialog] = useState<'devices' | 'languages' | null>(null);
  const place = useFocusHandedOn<HTMLElement>('call', null);
  const name = nameOf(partner);
  const people = { userId: user.userId, partnerName: name };
  const halves = halvesAt(state.timer, now);
  const ownLanguages = profile?.languages ?? [];
  const voices = voicesOf(state.timer.languages, ownLanguages);

  const wish = (action: 'swap' | 'extend') =>
    void room.wish(action).catch((error) => {
      const title = failureMessage(error, t('It did not work. Please try again.'));
      showToast({ title, tone: 'danger' });
    });

  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={t('Session with {name}', { name })}
      data-talking=""
      className="grid max-h-[60dvh] min-h-26 scroll-py-16 auto-rows-max grid-cols-1 gap-3 overflow-y-auto border-b border-line bg-surface px-4 pt-3 sm:px-6"
    >
      <CallStatus state={state} partnerName={name} isTalking={isTalking && !own.isMuted} />
      {halves && <HalvesBar halves={halves} languages={state.timer.languages} voices={voices} />}
      {halves && (
        <SwapNotice state={state} halves={halves} voice={voices[halves.half]} now={now} {...people} />
      )}
      <WishStrip room={room} state={state} now={now} {...people} />
      {own.microphoneProblem && (
        <Banner
          tone="danger"
          action={<Button onClick={() => void media.openMicrophone()}>{t('Try again')}</Button>}
        >
          {microphoneProblemWords(own.microphoneProblem)}
        </Banner>
      )}
      {own.cameraProblem && (
        <Banner tone="danger" onDismiss={() => void media.setCamera(false)}>
          {cameraProblemWords(own.cameraProblem)}
        </Banner>
      )}
      <VideoStage
        theirs={state.partner?.hasCamera ? state.remote.video : null}
        own={own.camera}
        partnerName={name}
      />
      <CallControls
        call={call}
        noteCount={state.notes.length}
        areNotesOpen={areNotesOpen}
        onToggleNotes={() => setNotesOpen(!areNotesOpen)}
        partner={partner}
        hasHalves={halves !== null}
        canSwap={halves?.half === 'first'}
        onSwap={() => wish('swap')}
        onExtend={() => wish('extend')}
        onTopics={() => setTopicsOpen(true)}
        onLanguages={() => setDialog('languages')}
        onDevices={() => setDialog('devices')}
        onReport={onReport}
      />
      {areTopicsOpen && (
        <section aria-label={t('Something to talk about')} className="pb-3">
          <div className="flex items-center gap-2">
            <h2 className="flex-1 text-base">{t('Something to talk about')}</h2>
            <Button
              variant="quiet"
              aria-label={t('Close')}
              onClick={() => {
                place.current?.focus();
                setTopicsOpen(false);
              }}
              className="-me-2 px-0!"
            >
              <X aria-hidden="true" className="size-5" />
            </Button>
          </div>
          <TopicPrompts partnerUserId={partner.userId} />
        </section>
      )}
      {areNotesOpen && (
        <div className="grid gap-3">
          <NoteForm room={room} />
          <NoteCards notes={state.notes} {...people} />
        </div>
      )}
      {dialog === 'devices' && <DeviceDialog call={call} onClose={() => setDialog(null)} />}
      {dialog === 'languages' && (
        <LanguageDialog
          room={room}
          codes={pairLanguages(ownLanguages, partner.languages)}
          partnerName={name}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  );
}
