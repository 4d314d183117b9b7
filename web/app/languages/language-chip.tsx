import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import MessageCircle from 'lucide-react/icons/message-circle';
import Sprout from 'lucide-react/icons/sprout';
import { classNames } from '#lib/class-names';

export type Voice = 'speaks' | 'learning';

/** The two voices, each with one colour, icon and word on every screen. */
export const voices = {
  speaks: {
    label: word('Speaks', 'before the name of a language'),
    Icon: MessageCircle,
    className: 'border-speak-line bg-speak-soft text-speak',
  },
  learning: {
    label: word('Learning', 'before the name of a language'),
    Icon: Sprout,
    className: 'border-learn-line bg-learn-soft text-learn',
  },
};

export interface LanguageChipProps {
  voice: Voice;
  /** The displayed name, in the language `lang`. */
  name: string;
  lang?: string | undefined;
  level?: string | undefined;
  /** Replaces 'Speaks' and 'Learning'. */
  label?: string | undefined;
  /** The word before the name: 'heard' only by screen readers, next to an icon; 'none' when a visible label already says it. */
  word?: 'shown' | 'heard' | 'none' | undefined;
}

export function LanguageChip({ voice, name, lang, level, label, word: says = 'shown' }: LanguageChipProps) {
  const { label: ofSomebody, Icon, className } = voices[voice];
  return (
    <span
      className={classNames(
        'inline-flex min-h-8 items-center gap-1.5 rounded-full border px-3 py-1 text-sm leading-tight',
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {says !== 'none' && (
        <span className={says === 'heard' ? 'sr-only' : undefined}>{label ?? t(ofSomebody)}</span>
      )}
      <span lang={lang} dir="auto" className="font-semibold">
        {name}
      </span>
      {level && <span className="text-ink-soft">{level}</span>}
    </span>
  );
}
