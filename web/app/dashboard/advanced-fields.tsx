import { queryMaxLength, searchLevels } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { classNames } from '#lib/class-names';
import { useHydrated } from '#lib/use-hydrated';
import { Checkbox } from '#ui/checkbox';
import { Field } from '#ui/field';
import { Select } from '#ui/select';
import { TextInput } from '#ui/text-input';
import type { Filters } from './search-filters';

export interface AdvancedFieldsProps {
  draft: Filters;
  onChange: (change: Partial<Filters>) => void;
}

export function AdvancedFields({ draft, onChange }: AdvancedFieldsProps) {
  const { query, learning, minProf, maxProf } = draft;
  const isHydrated = useHydrated();
  return (
    <>
      <Field label={t('Name')}>
        <TextInput
          name="query"
          type="search"
          value={query}
          maxLength={queryMaxLength}
          dir="auto"
          autoComplete="off"
          placeholder={t('Any name')}
          onChange={({ target }) => onChange({ query: target.value })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-1">
        <LevelField
          label={t('Min Proficiency')}
          bound="min"
          value={minProf}
          // Only levels that leave a non-empty range.
          isOffered={({ min }) => maxProf === null || min < maxProf}
          onChange={(value) => onChange({ minProf: value })}
        />
        <LevelField
          label={t('Max Proficiency')}
          bound="max"
          value={maxProf}
          isOffered={({ max }) => minProf === null || max > minProf}
          onChange={(value) => onChange({ maxProf: value })}
        />
      </div>
      <Checkbox
        label={t('Learning this language')}
        checked={learning}
        onChange={({ target }) => onChange({ learning: target.checked })}
        // Hidden before hydration, because the plain form already has the type field; the layout keeps its space.
        className={classNames('sm:col-span-2 lg:col-span-1 lg:-mt-2', !isHydrated && 'invisible')}
      />
    </>
  );
}

interface LevelFieldProps {
  label: string;
  bound: 'min' | 'max';
  value: number | null;
  isOffered: (level: (typeof searchLevels)[number]) => boolean;
  onChange: (value: number | null) => void;
}

function LevelField({ label, bound, value, isOffered, onChange }: LevelFieldProps) {
  const isNamed = value === null || searchLevels.some((level) => level[bound] === value);
  return (
    <Field label={<span className="max-lg:text-sm">{label}</span>}>
      <Select
        name={`${bound}Prof`}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{t(word('Any', 'level'))}</option>
        {searchLevels.map((level) => (
          <option key={level.name} value={level[bound]} disabled={!isOffered(level)}>
            {t(level.name)}
          </option>
        ))}
        {!isNamed && <option value={value}>{t('{percent}%', { percent: Math.round(value * 100) })}</option>}
      </Select>
    </Field>
  );
}
