import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Play from 'lucide-react/icons/play';
import type { ReactNode } from 'react';
import { type Voice, voices } from '#languages/language-chip';
import { classNames } from '#lib/class-names';
import { Strands } from './strands';
import { Waveform } from './waveform';

interface BubbleProps {
  who: string;
  voice: Voice;
  label: string;
  side: 'start' | 'end';
  children: ReactNode;
}

/** Colour, icon and label show whether the writer speaks or learns the language. */
function Bubble({ who, voice, label, side, children }: BubbleProps) {
  const { Icon, className } = voices[voice];
  return (
    <li className={classNames('flex', side === 'end' && 'justify-end')}>
      <div
        className={classNames(
          'grid max-w-[88%] gap-1.5 rounded-xl border px-5 py-3.5 shadow-raised',
          className,
          side === 'start' ? 'rounded-es-sm' : 'rounded-ee-sm',
        )}
      >
        <p className="flex items-center gap-1.5 text-sm leading-tight">
          <Icon aria-hidden="true" className="size-4" />
          <span className="font-semibold">{who}</span>
          {t(label)}
        </p>
        <p dir="auto" className="text-lg leading-snug text-ink sm:text-xl">
          {children}
        </p>
      </div>
    </li>
  );
}

export function ConversationScene() {
  return (
    <figure className="relative isolate">
      <Strands className="fade-start absolute -inset-y-6 -inset-s-16 -z-10 h-[110%] w-[135%] sm:w-[150%] lg:-inset-s-28" />
      <figcaption className="sr-only">
        {t(
          'Aiko speaks Japanese and is learning Spanish. Mateo speaks Spanish and is learning Japanese. They write to each other in both.',
        )}
      </figcaption>
      <ul className="mx-auto grid max-w-lg gap-5">
        <Bubble who="Aiko" voice="speaks" label={word('Speaks Japanese')} side="start">
          <span lang="ja">今日はどんな一日でしたか。</span>
        </Bubble>
        <Bubble who="Mateo" voice="learning" label={word('Learning Japanese')} side="end">
          <span lang="ja">
            ちょっと… <span lang="es">cansado</span> です。
          </span>
        </Bubble>
        <Bubble who="Aiko" voice="learning" label={word('Learning Spanish')} side="start">
          <span lang="es">¡Yo también cansada! ¿Así se dice?</span>
        </Bubble>
        <Bubble who="Mateo" voice="speaks" label={word('Speaks Spanish')} side="end">
          <span dir="ltr" className="flex items-center gap-3 text-speak">
            <Play aria-hidden="true" className="size-5 fill-current" />
            <Waveform playedShare={0.45} className="h-9 w-40 sm:w-48" />
            <span className="text-sm tabular-nums">0:07</span>
          </span>
        </Bubble>
      </ul>
    </figure>
  );
}
