import { type LanguageCode, languageOf, type UserLanguage } from '@parlance/contract/languages';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { type Voice, voices } from '#languages/language-chip';
import { LanguageMark } from '#languages/language-mark';
import { languageTitle } from '#languages/language-name';
import { classNames } from '#lib/class-names';
import { levelLabel } from '#people/language-label';

const titles = {
  speaks: word('Speaking', 'above the languages somebody speaks'),
  learning: word('Learning', 'above the languages somebody learns'),
};
const nothing = {
  speaks: word('No languages yet.'),
  learning: word('Not learning a language at the moment.'),
};

export function ProfileLanguages({ voice, languages }: { voice: Voice; languages: UserLanguage[] }) {
  const { Icon, className } = voices[voice];
  const id = `${voice}-languages`;
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface">
      <h3
        id={id}
        className={classNames('flex items-center gap-2 rounded-t-lg border-b px-4 py-3 text-lg', className)}
      >
        <Icon aria-hidden="true" className="size-5" />
        {t(titles[voice])}
      </h3>
      {languages.length === 0 && <p className="p-4 text-ink-faint">{t(nothing[voice])}</p>}
      <ul className="grid divide-y divide-line px-4 empty:hidden">
        {languages.map((language) => (
          <li key={language.languageCode} className="flex min-h-12 flex-wrap items-center gap-x-3 py-2">
            <LanguageMark code={language.languageCode} />
            <span className="font-medium">{languageTitle(language.languageCode)}</span>
            <NativeName code={language.languageCode} />
            <span className="ms-auto text-ink-soft">{levelLabel(language)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The native name of a language, if it differs. */
function NativeName({ code }: { code: LanguageCode }) {
  const nativeName = languageOf(code)?.nativeName;
  if (nativeName === languageTitle(code)) return null;
  return (
    <span lang={code} dir="auto" className="text-sm text-ink-faint">
      {nativeName}
    </span>
  );
}
