import type { LanguageCode } from '@parlance/contract/languages';
import { proficiencyOfLevel } from '@parlance/contract/languages';
import { spoken, t } from '@parlance/words/current';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import type { Voice } from '#languages/language-chip';
import { languageName, languageTitle } from '#languages/language-name';
import { LevelPicker } from '#languages/level-picker';
import { NativePicker } from '#languages/native-picker';
import { Field } from '#ui/field';
import { Select } from '#ui/select';
import type { Draft } from './draft';

export interface LanguageRowsProps {
  voice: Voice;
  /** The languages of the programme. */
  offered: readonly LanguageCode[];
  draft: Draft;
  max: number;
  onChange: (changed: Pick<Draft, 'offers'> | Pick<Draft, 'seeks'>) => void;
}

/** The languages that a student offers or seeks, with native or fluent, or a level. */
export function LanguageRows({ voice, offered, draft, max, onChange }: LanguageRowsProps) {
  const { offers, seeks } = draft;
  const place = useRef<HTMLDivElement>(null);
  const chosen = voice === 'speaks' ? offers : seeks;
  const taken = [...offers, ...seeks].map(({ languageCode }) => languageCode);
  const rest = offered
    .filter((code) => !taken.includes(code))
    .toSorted((a, b) => spoken().compare(languageTitle(a), languageTitle(b)));
  const add = (languageCode: LanguageCode) => {
    onChange(
      voice === 'speaks'
        ? { offers: [...offers, { languageCode, isNative: true }] }
        : { seeks: [...seeks, { languageCode, level: 'beginner' }] },
    );
    // With the last language that fits, the field disappears: the focus moves to the new row.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        place.current?.querySelector<HTMLElement>('li:last-child button')?.focus();
    });
  };
  const remove = (code: LanguageCode) => {
    const isOther = ({ languageCode }: { languageCode: LanguageCode }) => languageCode !== code;
    onChange(voice === 'speaks' ? { offers: offers.filter(isOther) } : { seeks: seeks.filter(isOther) });
    // The pressed button is removed with its row, so the focus moves to the list.
    requestAnimationFrame(() => place.current?.querySelector('select')?.focus());
  };
  return (
    <div ref={place} className="grid grid-cols-1 gap-3">
      <ul className="grid gap-3 empty:hidden">
        {chosen.map(({ languageCode: code }) => (
          <li key={code} className="grid gap-2 rounded-lg border border-line bg-surface p-3">
            <div className="flex items-center justify-between gap-3">
              <span className="font-semibold">{languageTitle(code)}</span>
              <button
                type="button"
                onClick={() => remove(code)}
                aria-label={t('Remove {language}', { language: languageName(code) })}
                className="flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
              >
                <X aria-hidden="true" className="size-5" />
              </button>
            </div>
            {voice === 'speaks' ? (
              <NativePicker
                code={code}
                isNative={offers.find(({ languageCode }) => languageCode === code)?.isNative ?? null}
                onChange={(isNative) =>
                  onChange({
                    offers: offers.map((offer) =>
                      offer.languageCode === code ? { ...offer, isNative } : offer,
                    ),
                  })
                }
              />
            ) : (
              <LevelPicker
                code={code}
                proficiency={
                  proficiencyOfLevel[seeks.find((one) => one.languageCode === code)?.level ?? 'beginner']
                }
                onChange={(level) =>
                  onChange({
                    seeks: seeks.map((sought) =>
                      sought.languageCode === code ? { ...sought, level } : sought,
                    ),
                  })
                }
              />
            )}
          </li>
        ))}
      </ul>
      {chosen.length < max && (
        <Field
          label={voice === 'speaks' ? t('Add a language you speak') : t('Add a language you want to learn')}
          help={rest.length === 0 && t('All languages of this programme are chosen already.')}
          className="max-w-sm"
        >
          <Select value="" onChange={({ target }) => target.value && add(target.value as LanguageCode)}>
            <option value="">{t('Choose a language')}</option>
            {rest.map((code) => (
              <option key={code} value={code}>
                {languageTitle(code)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </div>
  );
}
