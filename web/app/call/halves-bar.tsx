import { t } from '@parlance/words/current';
import { languageTitle } from '#languages/language-name';
import { classNames } from '#lib/class-names';
import { countdownText } from './call-words';
import type { Halves } from './room/halves';

/** Role of the member in a half. */
export type Voice = 'speaks' | 'learning';

const looks: Record<Voice, { past: string; coming: string }> = {
  speaks: { past: 'bg-speak-bright', coming: 'bg-speak-soft' },
  learning: { past: 'bg-learn-bright', coming: 'bg-learn-soft' },
};

export interface HalvesBarProps {
  halves: Halves;
  languages: { first: string; second: string } | null;
  voices: { first: Voice; second: Voice };
}

/** Progress of a session as a two-coloured bar with the swap point. */
export function HalvesBar({ halves, languages, voices }: HalvesBarProps) {
  const { share, swapShare, half, leftMs } = halves;
  const filled = {
    first: Math.min(1, share / swapShare),
    second: Math.max(0, (share - swapShare) / (1 - swapShare)),
  };
  const left = countdownText(leftMs);
  const nameOf = (which: 'first' | 'second') =>
    languages ? languageTitle(languages[which]) : which === 'first' ? t('First half') : t('Second half');
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-display text-lg font-semibold">
          {languages ? t('Now: {language}', { language: nameOf(half) }) : nameOf(half)}
        </p>
        {/* Not announced: a screen reader would do nothing but count. */}
        <p className="text-sm text-ink-soft tabular-nums">
          {half === 'first' ? t('{time} until the swap', { time: left }) : t('{time} left', { time: left })}
        </p>
      </div>
      <div aria-hidden="true" className="flex h-2.5 gap-1">
        {(['first', 'second'] as const).map((which) => (
          <div
            key={which}
            className={classNames(
              'edge-when-forced overflow-hidden rounded-full',
              looks[voices[which]].coming,
            )}
            style={{ flexGrow: which === 'first' ? swapShare : 1 - swapShare, flexBasis: 0 }}
          >
            <div
              className={classNames(
                'h-full rounded-full forced-colors:bg-[CanvasText]',
                looks[voices[which]].past,
              )}
              style={{ width: `${filled[which] * 100}%` }}
            />
          </div>
        ))}
      </div>
      <div className="flex justify-between gap-4 text-sm text-ink-soft">
        {(['first', 'second'] as const).map((which) => (
          <span key={which} className={classNames('last:text-end', half === which && 'font-medium text-ink')}>
            {!languages
              ? nameOf(which)
              : voices[which] === 'learning'
                ? t('{language}, you learn', { language: nameOf(which) })
                : t('{language}, you help', { language: nameOf(which) })}
          </span>
        ))}
      </div>
    </div>
  );
}
