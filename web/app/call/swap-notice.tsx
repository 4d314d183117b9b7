import { t } from '@parlance/words/current';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import { useState } from 'react';
import { languageName } from '#languages/language-name';
import { classNames } from '#lib/class-names';
import { Button } from '#ui/button';
import type { Voice } from './halves-bar';
import type { Halves } from './room/halves';
import type { RoomState } from './room/room-state';
import { TalkBalance } from './talk-balance';

const shownMs = 60_000;

const looks: Record<Voice, { box: string; icon: string }> = {
  speaks: { box: 'border-speak-line bg-speak-soft', icon: 'text-speak' },
  learning: { box: 'border-learn-line bg-learn-soft', icon: 'text-learn' },
};

/** Text of the swap for this member, shown and announced. */
export function swapWords({ language }: Pick<Halves, 'language'>, voice: Voice, name: string): string {
  if (!language) return t('Swap: the second half begins.');
  const named = { language: languageName(language), name };
  return voice === 'learning'
    ? t('Swap: now {language}. {name} helps you.', named)
    : t('Swap: now {language}. You help {name}.', named);
}

export interface SwapNoticeProps {
  state: RoomState;
  halves: Halves;
  voice: Voice;
  now: number;
  userId: string;
  partnerName: string;
}

/** Notice for a minute after the swap: the new language and the talk balance of the first half. */
export function SwapNotice({ state, halves, voice, now, userId, partnerName }: SwapNoticeProps) {
  const [dismissedAt, setDismissedAt] = useState<number | null>(null);
  const swapAt = state.timer.swapAt?.getTime() ?? 0;
  if (halves.half === 'first' || now - swapAt > shownMs || dismissedAt === swapAt) return null;
  return (
    <div className={classNames('grid gap-3 rounded-md border px-3 py-2.5', looks[voice].box)}>
      <div className="flex items-center gap-3">
        <ArrowLeftRight aria-hidden="true" className={classNames('size-5 shrink-0', looks[voice].icon)} />
        <p className="min-w-0 flex-1 font-semibold leading-snug">{swapWords(halves, voice, partnerName)}</p>
        <Button
          variant="quiet"
          onClick={({ currentTarget }) => {
            // The focused button unmounts with the notice.
            currentTarget.closest('section')?.focus();
            setDismissedAt(swapAt);
          }}
        >
          {t('Got it')}
        </Button>
      </div>
      <TalkBalance
        half="first"
        title={t('Who talked in the first half, estimated')}
        talk={state.talk}
        userId={userId}
        partnerName={partnerName}
      />
    </div>
  );
}
