import { queryMaxLength, searchLevels } from '@parlance/contract/people';
import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { classNames } from '#lib/class-names';
import { useHydrated } from '#lib/use-hydrated';
import { Checkbox } from '#ui/checkbox';
import { LabelledField } from '#ui/labelled-field';
import { Select } from '#ui/select';
import { TextInput } from '#ui/text-input';
import type { Filters } from './search-filters';

export interface AdvancedFieldsProps {
  draft: Filters;
  onChange: (change: Partial<Filters>) => void;
  isMember: boolean;
}

export function AdvancedFields({ draft, onChange, isMember }: AdvancedFieldsProps) {
  const { query, learning, minProf, maxProf, freeWithinDays, activeWithinDays, saved } = draft;
  const isHydrated = useHydrated();
  return (
    <>
      <LabelledField label={t('Name')}>
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
      </LabelledField>
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
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-1">
        <DaysField
          label={t('Free to talk')}
          textOf={(days) => counted(days, 'Next 24 hours', 'Next {count} days')}
          name="freeWithinDays"
          value={freeWithinDays}
          onChange={(value) => onChange({ freeWithinDays: value })}
        />
        <DaysField
          label={t('Last active')}
          textOf={(days) => counted(days, 'Past 24 hours', 'Past {count} days')}
          name="activeWithinDays"
          value={activeWithinDays}
          onChange={(value) => onChange({ activeWithinDays: value })}
        />
      </div>
      {isMember && (
        <Checkbox
          label={t('Only people I saved')}
          name="saved"
          value="true"
          checked={saved}
          onChange={({ target }) => onChange({ saved: target.checked })}
        />
      )}
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
    <LabelledField label={<span className="max-lg:text-sm">{label}</span>}>
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
    </LabelledField>
  );
}

interface DaysFieldProps {
  label: string;
  name: string;
  value: number | null;
  textOf: (days: number) => string;
  onChange: (value: number | null) => void;
}

const offeredDays = [1, 3, 7, 14, 30];

function DaysField({ label, name, value, textOf, onChange }: DaysFieldProps) {
  const days = value === null || offeredDays.includes(value) ? offeredDays : [...offeredDays, value];
  return (
    <LabelledField label={<span className="max-lg:text-sm">{label}</span>}>
      <Select
        name={name}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{t(word('Any', 'number of days'))}</option>
        {days
          .toSorted((one, other) => one - other)
          .map((each) => (
            <option key={each} value={each}>
              {textOf(each)}
            </option>
          ))}
      </Select>
    </LabelledField>
  );
}
