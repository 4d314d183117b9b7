import type { LanguageCode } from '@parlance/contract/languages';
import type { Phrase } from '@parlance/contract/phrases';
import { t } from '@parlance/words/current';
import { LanguagePicker } from '#languages/language-picker';
import { Field } from '#ui/field';
import { Textarea } from '#ui/textarea';

export interface PhraseDraft extends Pick<Phrase, 'text' | 'meaning' | 'context'> {
  languageCode: LanguageCode | null;
}

export interface PhraseFieldsProps {
  draft: PhraseDraft;
  onChange: (change: Partial<PhraseDraft>) => void;
  /** Errors by field. */
  problems: Partial<Record<keyof PhraseDraft, string>>;
}

export function PhraseFields({ draft, onChange, problems }: PhraseFieldsProps) {
  const lang = draft.languageCode ?? undefined;
  const area = (name: 'text' | 'meaning' | 'context') => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    rows: 1,
    className: 'min-h-11!',
  });
  return (
    <>
      <Field label={t('Phrase')} error={problems.text}>
        <Textarea {...area('text')} lang={lang} />
      </Field>
      <Field label={t('What it means')} error={problems.meaning}>
        <Textarea {...area('meaning')} />
      </Field>
      <Field label={t('Context')} error={problems.context}>
        <Textarea {...area('context')} lang={lang} />
      </Field>
      <Field label={t('Language')} error={problems.languageCode}>
        <LanguagePicker
          value={draft.languageCode}
          onValueChange={(languageCode) => onChange({ languageCode })}
        />
      </Field>
    </>
  );
}
