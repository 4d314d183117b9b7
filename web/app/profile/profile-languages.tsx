import { type LanguageCode, languageOf, type UserLanguage } from '@parlance/contract/languages';
import { type Voice, voices } from '#languages/language-chip';
import { LanguageMark } from '#languages/language-mark';
import { classNames } from '#lib/class-names';
import { languageName, proficiencyLabel } from '#people/language-label';

const titles = { speaks: 'Speaking', learning: 'Learning' };
const nothing = { speaks: 'No languages yet.', learning: 'Not learning a language at the moment.' };

/** All languages of one voice. */
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
        {titles[voice]}
      </h3>
      {languages.length === 0 && <p className="p-4 text-ink-faint">{nothing[voice]}</p>}
      <ul className="grid divide-y divide-line px-4 empty:hidden">
        {languages.map(({ languageCode, proficiency }) => (
          <li key={languageCode} className="flex min-h-12 flex-wrap items-center gap-x-3 py-2">
            <LanguageMark code={languageCode} />
            <span className="font-medium">{languageName(languageCode)}</span>
            <NativeName code={languageCode} />
            <span className="ms-auto text-ink-soft">{proficiencyLabel(proficiency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A language's own name for itself, where that is another one. */
function NativeName({ code }: { code: LanguageCode }) {
  const { name, nativeName } = languageOf(code) ?? {};
  if (nativeName === name) return null;
  return (
    <span lang={code} dir="auto" className="text-sm text-ink-faint">
      {nativeName}
    </span>
  );
}
