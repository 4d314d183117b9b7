import type { LanguageCode } from '@parlance/contract/languages';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { languageTitle, sortedLanguages } from '#languages/language-name';
import { useHydrated } from '#lib/use-hydrated';
import { useLaterModule } from '#lib/use-later-module';
import { Select } from '#ui/select';
import { TextInput } from '#ui/text-input';
import { useReplacedText } from '#ui/use-replaced-text';

export interface SearchLanguageProps {
  value: LanguageCode | null;
  onValueChange: (code: LanguageCode | null) => void;
}

const placeholder = word('All Languages');

interface PlainLanguageProps extends SearchLanguageProps {
  onLeave: () => void;
}

/** A native select, which works before hydration and without scripts. */
function PlainLanguage({ value, onValueChange, onLeave }: PlainLanguageProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Keeps the select while it has the focus.
    if (!list.current?.contains(document.activeElement)) onLeave();
  }, [onLeave]);
  return (
    <div ref={list}>
      <Select
        name="languageCode"
        value={value ?? ''}
        onChange={({ target }) => onValueChange((target.value || null) as LanguageCode | null)}
        onBlur={onLeave}
        className="has-[option[value='']:checked]:*:text-ink-faint"
      >
        <option value="">{t(placeholder)}</option>
        {sortedLanguages().map(({ code }) => (
          <option key={code} value={code}>
            {languageTitle(code)}
          </option>
        ))}
      </Select>
    </div>
  );
}

/**
 * The language filter. A searchable list of fifty languages is as large as the rest of the screen, so a plain field replaces it until
 * the page is used.
 */
export function SearchLanguage(props: SearchLanguageProps) {
  const isHydrated = useHydrated();
  const [isPlain, setPlain] = useState(!isHydrated);
  const replace = useCallback(() => setPlain(false), []);
  return isPlain ? <PlainLanguage {...props} onLeave={replace} /> : <LanguageField {...props} />;
}

function LanguageField(props: SearchLanguageProps) {
  const { value } = props;
  const place = useRef<HTMLDivElement>(null);
  const caret = useRef<number | null>(null);
  const [isWanted, setWanted] = useState(false);
  const [early, setEarly] = useState<string | null>(null);
  // Replacing the field during IME composition would lose the composed text.
  const [isComposing, setComposing] = useState(false);
  const { onClick, ...replaced } = useReplacedText(early !== null);
  const later = useLaterModule(() => import('#languages/language-picker'), { place, isWanted });
  const picker = isComposing ? null : later;
  useLayoutEffect(() => {
    const field = place.current?.querySelector('input');
    if (!picker || !field || early === null) return;
    setEarly(null);
    if (document.activeElement === document.body) field.focus();
    // Does not take the focus back from another element.
    if (document.activeElement === field) queueMicrotask(() => typeAgain(field, early, caret.current));
  }, [picker, early]);
  return (
    <div ref={place}>
      {picker ? (
        <picker.LanguagePicker {...props} placeholder={t(placeholder)} opensAtOnce={isWanted} />
      ) : (
        <div className="relative">
          <TextInput
            value={early ?? (value ? languageTitle(value) : '')}
            placeholder={t(placeholder)}
            autoComplete="off"
            {...replaced}
            onClick={(event) => {
              onClick(event);
              setWanted(true);
            }}
            onChange={({ target }) => {
              setEarly(target.value);
              setWanted(true);
              // The select event fires after the change event, so the caret is read here as well.
              caret.current = target.selectionStart;
            }}
            onSelect={({ currentTarget }) => {
              caret.current = currentTarget.selectionStart;
            }}
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={({ currentTarget }) => {
              setEarly(currentTarget.value);
              setComposing(false);
            }}
            onKeyDown={(event) => {
              // Enter would search for the previous language.
              if (event.key === 'Enter' && early !== null) event.preventDefault();
            }}
            className="pe-10"
          />
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 inset-e-3 size-5 -translate-y-1/2 text-ink-soft"
          />
        </div>
      )}
    </div>
  );
}

/** Replays text typed before the list was loaded: the list opens and filters by it. */
function typeAgain(field: HTMLInputElement, text: string, caret: number | null): void {
  field.setRangeText(text, 0, field.value.length);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  field.setSelectionRange(caret, caret);
}
