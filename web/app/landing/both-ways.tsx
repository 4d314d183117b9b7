import { t } from '@parlance/words/current';
import { LanguageChip } from '#languages/language-chip';

/** Two members whose languages cross: each speaks what the other is learning. */
export function BothWays() {
  return (
    <div className="mx-auto grid w-fit grid-cols-2 justify-items-center gap-x-2 gap-y-1 text-sm">
      <span className="col-span-2 font-semibold">
        {/* words: above the reader's own languages */}
        {t('You')}
      </span>
      <LanguageChip
        voice="speaks"
        // words: before the name of a language
        label={t('You speak')}
        name="Deutsch"
        lang="de"
        word="heard"
      />
      <LanguageChip
        voice="learning"
        // words: before the name of a language
        label={t('You are learning')}
        name="Português"
        lang="pt"
        word="heard"
      />
      <svg
        viewBox="0 0 200 40"
        preserveAspectRatio="none"
        fill="none"
        aria-hidden="true"
        className="col-span-2 h-8 w-full stroke-line-strong"
      >
        <path vectorEffect="non-scaling-stroke" strokeWidth="1.5" d="M48 2C48 24 152 16 152 38" />
        <path vectorEffect="non-scaling-stroke" strokeWidth="1.5" d="M152 2C152 24 48 16 48 38" />
      </svg>
      <LanguageChip voice="speaks" name="Português" lang="pt" word="heard" />
      <LanguageChip voice="learning" name="Deutsch" lang="de" word="heard" />
      <span className="col-span-2 font-semibold">Inês</span>
    </div>
  );
}
