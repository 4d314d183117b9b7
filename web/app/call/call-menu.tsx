import { t } from '@parlance/words/current';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Ban from 'lucide-react/icons/ban';
import Flag from 'lucide-react/icons/flag';
import Keyboard from 'lucide-react/icons/keyboard';
import KeyboardOff from 'lucide-react/icons/keyboard-off';
import Languages from 'lucide-react/icons/languages';
import Lightbulb from 'lucide-react/icons/lightbulb';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import TimerReset from 'lucide-react/icons/timer-reset';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { type ReactElement, useState } from 'react';
import { useBlocking } from '#people/use-blocking';
import { Menu, MenuItem } from '#ui/menu';
import { areSoundsOn, setSoundsOn } from './media/sounds';
import { isMuteKeyOn, setMuteKeyOn } from './mute-key';

export interface CallMenuProps {
  trigger: ReactElement;
  partner: { userId: string; name: string };
  /** The halves have started and can be extended or given another language. */
  hasHalves: boolean;
  /** The second half has not started. */
  canSwap: boolean;
  onSwap: () => void;
  onExtend: () => void;
  onLanguages: () => void;
  onTopics: () => void;
  onDevices: () => void;
  onReport: () => void;
}

const icon = 'size-5 shrink-0';

export function CallMenu(props: CallMenuProps) {
  const { trigger, partner, hasHalves, canSwap } = props;
  const { onSwap, onExtend, onLanguages, onTopics, onDevices, onReport } = props;
  const { setBlocked, isPending } = useBlocking(partner);
  const [hasSounds, setSounds] = useState(areSoundsOn);
  const toggleSounds = () => {
    setSoundsOn(!hasSounds);
    setSounds(!hasSounds);
  };
  const [hasMuteKey, setMuteKey] = useState(isMuteKeyOn);
  const toggleMuteKey = () => {
    setMuteKeyOn(!hasMuteKey);
    setMuteKey(!hasMuteKey);
  };
  const MuteKeyIcon = hasMuteKey ? KeyboardOff : Keyboard;
  return (
    <Menu trigger={trigger} align="start">
      <MenuItem icon={<Lightbulb aria-hidden="true" className={icon} />} onSelect={onTopics}>
        {t('Something to talk about')}
      </MenuItem>
      <MenuItem
        icon={<ArrowLeftRight aria-hidden="true" className={icon} />}
        disabled={!canSwap}
        onSelect={onSwap}
      >
        {t('Swap now')}
      </MenuItem>
      <MenuItem
        icon={<TimerReset aria-hidden="true" className={icon} />}
        disabled={!hasHalves}
        onSelect={onExtend}
      >
        {t('5 minutes more')}
      </MenuItem>
      <MenuItem
        icon={<Languages aria-hidden="true" className={icon} />}
        disabled={!hasHalves}
        onSelect={onLanguages}
      >
        {t('Change the languages')}
      </MenuItem>
      <MenuItem icon={<SlidersHorizontal aria-hidden="true" className={icon} />} onSelect={onDevices}>
        {t('Microphone, speaker and camera')}
      </MenuItem>
      <MenuItem
        icon={
          hasSounds ? (
            <VolumeX aria-hidden="true" className={icon} />
          ) : (
            <Volume2 aria-hidden="true" className={icon} />
          )
        }
        onSelect={toggleSounds}
      >
        {hasSounds ? t('Turn signal sounds off') : t('Turn signal sounds on')}
      </MenuItem>
      <MenuItem icon={<MuteKeyIcon aria-hidden="true" className={icon} />} onSelect={toggleMuteKey}>
        {/* words: the key M of the keyboard, which mutes the microphone */}
        {hasMuteKey ? t('Turn the mute key M off') : t('Turn the mute key M on')}
      </MenuItem>
      <MenuItem icon={<Flag aria-hidden="true" className={icon} />} onSelect={onReport}>
        {t('Report {name}', { name: partner.name })}
      </MenuItem>
      <MenuItem
        danger
        icon={<Ban aria-hidden="true" className={icon} />}
        disabled={isPending}
        onSelect={() => setBlocked(true)}
      >
        {t('Block and end the session')}
      </MenuItem>
    </Menu>
  );
}
