import { type LanguageCode, languageOf, type UserLanguage } from '@parlance/contract/languages';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import X from 'lucide-react/icons/x';
import { useLayoutEffect, useRef } from 'react';
import { classNames } from '#lib/class-names';
import { Field } from '#ui/field';
import { type Voice, voices } from './language-chip';
import { addLanguage, isOfVoice, removeLanguage, setLevel, setNative } from './language-list';
import { LanguageMark } from './language-mark';
import { languageName, languageTitle } from './language-name';
import { LanguagePicker } from './language-picker';
import { LanguageSuggestions } from './language-suggestions';
import { LevelPicker } from './level-picker';
import { NativePicker } from './native-picker';

export interface LanguageEditorProps {
  voice: Voice;
  /** The member's languages of both voices: none of them can be added again. */
  languages: UserLanguage[];
  onChange: (languages: UserLanguage[]) => void;
  /** One-tap suggestions, without those already chosen. */
  suggestions?: readonly LanguageCode[] | undefined;
}

const pickerLabels = {
  learning: word('Add a language you want to learn'),
  speaks: word('Add a language you speak'),
};

/** Adds and removes the languages of one voice, with a level for learned ones; for known ones it can be stated. */
export function LanguageEditor({ voice, languages, onChange, suggestions = [] }: LanguageEditorProps) {
  const group = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const picked = useRef<LanguageCode>(null);
  const taken = languages.map(({ languageCode }) => languageCode);
  const add = (code: LanguageCode | null) => code && onChange(addLanguage(languages, code, voice));
  const pick = (code: LanguageCode) => {
    picked.current = code;
    add(code);
  };
  // The pressed suggestion is removed, so the focus moves to the level of its language.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is there after the change
  useLayoutEffect(() => {
    const row = rows.current?.querySelector(`[data-language="${picked.current}"]`);
    picked.current = null;
    const levels = [...(row?.querySelectorAll('input') ?? [])];
    (levels.find(({ checked }) => checked) ?? levels[0])?.focus();
  }, [languages]);
  const remove = (code: LanguageCode) => {
    onChange(removeLanguage(languages, code));
    // The pressed button is removed with its row, so the focus moves to the field.
    group.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={group} className="grid gap-4">
      <Field label={t(pickerLabels[voice])}>
        <LanguagePicker
          value={null}
          onValueChange={add}
          taken={languages}
          placeholder={t('Type a name')}
          clearsOnPick
        />
      </Field>
      <ul ref={rows} className="grid gap-3 empty:hidden">
        {languages
          .filter((language) => isOfVoice(language, voice))
          .map((language) => (
            <LanguageRow
              key={language.languageCode}
              voice={voice}
              language={language}
              onChange={(level) => onChange(setLevel(languages, language.languageCode, level))}
              onNative={(isNative) => onChange(setNative(languages, language.languageCode, isNative))}
              onRemove={() => remove(language.languageCode)}
            />
          ))}
      </ul>
      <LanguageSuggestions codes={suggestions.filter((code) => !taken.includes(code))} onPick={pick} />
    </div>
  );
}

interface LanguageRowProps {
  voice: Voice;
  language: UserLanguage;
  onChange: Parameters<typeof LevelPicker>[0]['onChange'];
  onNative: (isNative: boolean) => void;
  onRemove: () => void;
}

function LanguageRow({ voice, language, onChange, onNative, onRemove }: LanguageRowProps) {
  const { languageCode, proficiency, isNative } = language;
  const nativeName = languageOf(languageCode)?.nativeName;
  const name = languageTitle(languageCode);
  const { Icon, label, className } = voices[voice];
  return (
    <li
      data-language={languageCode}
      className="grid gap-1 rounded-lg border border-line bg-surface py-2 ps-3 pe-2"
    >
      <div className="flex min-h-11 items-center gap-3">
        <span
          className={classNames('flex size-8 items-center justify-center rounded-full border', className)}
        >
          <Icon aria-hidden="true" className="size-4" />
          <span className="sr-only">{t(label)}</span>
        </span>
        <LanguageMark code={languageCode} />
        <span className="flex min-w-0 flex-1 flex-wrap gap-x-2 leading-snug">
          <span className="font-semibold">{name}</span>
          {nativeName !== name && (
            <span lang={languageCode} dir="auto" className="text-ink-soft">
              {nativeName}
            </span>
          )}
        </span>
        <button
          type="button"
          onClick={onRemove}
          aria-label={t('Remove {language}', { language: languageName(languageCode) })}
          className="flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <div className="pe-1 pb-1">
        {voice === 'learning' ? (
          <LevelPicker code={languageCode} proficiency={proficiency} onChange={onChange} />
        ) : (
          <NativePicker code={languageCode} isNative={isNative ?? null} onChange={onNative} />
        )}
      </div>
    </li>
  );
}
