import { t } from '@parlance/words/current';
import { useEffect, useState } from 'react';
import { LevelMeter } from '#ui/level-meter';
import { openTalkMeter } from './talk/talk-meter';

const quietestDb = -60;
const loudestDb = -12;

const shareOf = (level: number) => Math.min(1, Math.max(0, (level - quietestDb) / (loudestDb - quietestDb)));

/** Microphone level, updated five times a second. */
export function MicrophoneLevel({ microphone }: { microphone: MediaStreamTrack | null }) {
  const [share, setShare] = useState(0);
  useEffect(() => {
    const meter = openTalkMeter(({ level }) => setShare(shareOf(level)));
    meter.listen(microphone);
    return meter.close;
  }, [microphone]);
  return (
    <div className="flex">
      <LevelMeter label={t('Microphone level')} level={share} />
    </div>
  );
}
