import Play from 'lucide-react/icons/play';
import type { ReactNode } from 'react';
import { type Voice, voices } from '#languages/language-chip';
import { classNames } from '#lib/class-names';
import { Strands } from './strands';
import { Waveform } from './waveform';

interface BubbleProps {
  who: string;
  voice: Voice;
  language: string;
  side: 'left' | 'right';
  children: ReactNode;
}

/** The colour says whether the writer is at home in the language or trying it, and so do the icon and the words. */
function Bubble({ who, voice, language, side, children }: BubbleProps) {
  const { Icon, word, className } = voices[voice];
  return (
    <li className={classNames('flex flex-col gap-1.5', side === 'right' && 'items-end')}>
      <div
        className={classNames(
          'max-w-[85%] rounded-xl border px-4 py-3 text-lg leading-snug text-ink shadow-raised sm:px-5',
          className,
          side === 'left' ? 'rounded-bl-sm' : 'rounded-br-sm',
        )}
      >
        <span className="text-ink">{children}</span>
      </div>
      <p className="flex items-center gap-1.5 rounded-full bg-paper px-1.5 text-sm text-ink-soft">
        <Icon aria-hidden="true" className="size-3.5" />
        {who} · {word} {language}
      </p>
    </li>
  );
}

export function ConversationScene() {
  return (
    <figure className="relative isolate">
      <Strands className="absolute inset-y-6 -left-8 -z-10 h-[92%] w-[135%] sm:-left-24 sm:w-[150%]" />
      <figcaption className="sr-only">
        Aiko speaks Japanese and is learning Spanish. Mateo speaks Spanish and is learning Japanese. They
        write to each other in both.
      </figcaption>
      <ul className="mx-auto grid max-w-md gap-4">
        <Bubble who="Aiko" voice="speaks" language="Japanese" side="left">
          <span lang="ja">今日はどんな一日でしたか。</span>
        </Bubble>
        <Bubble who="Mateo" voice="learning" language="Japanese" side="right">
          <span lang="ja">
            ちょっと… <span lang="es">cansado</span> です。
          </span>
        </Bubble>
        <Bubble who="Aiko" voice="learning" language="Spanish" side="left">
          <span lang="es">¡Yo también cansada! ¿Así se dice?</span>
        </Bubble>
        <Bubble who="Mateo" voice="speaks" language="Spanish" side="right">
          <span className="flex items-center gap-3 text-speak">
            <Play aria-hidden="true" className="size-5 fill-current" />
            <Waveform playedShare={0.45} className="h-9 w-40 sm:w-48" />
            <span className="text-sm tabular-nums">0:07</span>
          </span>
        </Bubble>
      </ul>
    </figure>
  );
}
