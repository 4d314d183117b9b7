import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Mic from 'lucide-react/icons/mic';
import MicOff from 'lucide-react/icons/mic-off';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import PhoneOff from 'lucide-react/icons/phone-off';
import Video from 'lucide-react/icons/video';
import VideoOff from 'lucide-react/icons/video-off';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { Button } from '#ui/button';
import type { Call } from './call';
import { CallMenu, type CallMenuProps } from './call-menu';
import { useOwnMedia } from './use-room';

export interface CallControlsProps extends Omit<CallMenuProps, 'trigger'> {
  call: Call;
  noteCount: number;
  areNotesOpen: boolean;
  onToggleNotes: () => void;
}

const icon = 'size-5 shrink-0';

/** Controls of a call, each a single press. */
export function CallControls(props: CallControlsProps) {
  const { call, noteCount, areNotesOpen, onToggleNotes, ...menu } = props;
  const { media, room } = call;
  const { isMuted, microphone, camera } = useOwnMedia(call);
  const hasSound = microphone !== null && !isMuted;
  const hasCamera = camera !== null;
  return (
    <div className="sticky inset-y-0 z-10 flex flex-wrap items-center gap-2 bg-surface pb-3">
      <Control
        label={hasSound ? t('Mute') : t('Unmute')}
        isOff={!hasSound}
        shortcut="m"
        onPress={() => (microphone ? media.setMuted(!isMuted) : void media.openMicrophone())}
      >
        {hasSound ? (
          <Mic aria-hidden="true" className={icon} />
        ) : (
          <MicOff aria-hidden="true" className={icon} />
        )}
      </Control>
      <Control
        label={hasCamera ? t('Turn camera off') : t('Turn camera on')}
        onPress={() => void media.setCamera(!hasCamera)}
      >
        {hasCamera ? (
          <Video aria-hidden="true" className={icon} />
        ) : (
          <VideoOff aria-hidden="true" className={icon} />
        )}
      </Control>
      <Button
        aria-expanded={areNotesOpen}
        title={t(word('Notes', 'of a session'))}
        onClick={onToggleNotes}
        className="max-md:px-3"
      >
        <NotebookPen aria-hidden="true" className={icon} />
        <span className="max-md:sr-only">{t(word('Notes', 'of a session'))}</span>
        {noteCount > 0 && <span className="text-sm tabular-nums">{spoken().number(noteCount)}</span>}
      </Button>
      <CallMenu
        {...menu}
        trigger={
          <Button aria-label={t(word('More', 'further actions'))} className="px-0!">
            <EllipsisVertical aria-hidden="true" className={icon} />
          </Button>
        }
      />
      {menu.canSwap && (
        <Button variant="quiet" className="max-xl:hidden" onClick={menu.onSwap}>
          {t('Swap now')}
        </Button>
      )}
      <Button
        variant="danger"
        title={t(word('Leave', 'a session'))}
        className="ms-auto max-md:px-3"
        onClick={room.leave}
      >
        <PhoneOff aria-hidden="true" className={icon} />
        {/* The longer words for it have no room on the narrowest phones. */}
        <span className="max-[24rem]:sr-only">{t(word('Leave', 'a session'))}</span>
      </Button>
    </div>
  );
}

interface ControlProps {
  label: string;
  isOff?: boolean;
  shortcut?: string;
  onPress: () => void;
  children: ReactNode;
}

/** Shows only the icon on a phone and adds the label where there is room. */
function Control({ label, isOff = false, shortcut, onPress, children }: ControlProps) {
  return (
    <Button
      aria-keyshortcuts={shortcut}
      title={label}
      onClick={onPress}
      className={classNames('max-md:px-3', isOff && 'bg-danger-soft! text-danger!')}
    >
      {children}
      <span className="max-md:sr-only">{label}</span>
    </Button>
  );
}
