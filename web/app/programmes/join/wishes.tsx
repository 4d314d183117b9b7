import { ageBands, genders, type PlaceWishes } from '@parlance/contract/programmes';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { Checkbox } from '#ui/checkbox';
import { Field } from '#ui/field';
import { Select } from '#ui/select';
import type { Draft } from './draft';
import { FormPart } from './form-part';

const wishWords = {
  similarLevel: word('Somebody of a similar level'),
  similarAge: word('Somebody of a similar age'),
  sharedInterests: word('Somebody with similar interests'),
  sameGender: word('Only somebody of the same gender'),
} satisfies Record<keyof PlaceWishes, string>;
const wishNames = Object.keys(wishWords) as (keyof PlaceWishes)[];

const genderWords = {
  woman: word('Woman', 'gender'),
  man: word('Man', 'gender'),
  other: word('Another', 'gender'),
} satisfies Record<(typeof genders)[number], string>;

const ageWords = {
  'to-20': word('Up to 20', 'years of age'),
  '21-25': word('21 to 25', 'years of age'),
  '26-30': word('26 to 30', 'years of age'),
  'over-30': word('Over 30', 'years of age'),
} satisfies Record<(typeof ageBands)[number], string>;

interface WishesProps {
  draft: Draft;
  problem: string | undefined;
  onChange: (changed: Partial<Draft>) => void;
}

/** Wishes about the partner. Gender and age are only asked where a wish needs them. */
export function Wishes({ draft: { wishes, gender, ageBand }, problem, onChange }: WishesProps) {
  return (
    <FormPart
      title={t('Wishes')}
      help={t('All of them are optional. Few wishes find more partners.')}
      problem={problem}
    >
      <div>
        {wishNames.map((name) => (
          <Checkbox
            key={name}
            label={t(wishWords[name])}
            checked={wishes[name]}
            onChange={({ target }) => onChange({ wishes: { ...wishes, [name]: target.checked } })}
          />
        ))}
      </div>
      {wishes.sameGender && (
        <Field
          label={t('Your gender')}
          help={t('Only for choosing a partner; it is shown to nobody.')}
          className="max-w-sm"
        >
          <Select
            value={gender ?? ''}
            onChange={({ target }) =>
              onChange({ gender: genders.find((one) => one === target.value) ?? null })
            }
          >
            <option value="">{t('Not stated')}</option>
            {genders.map((one) => (
              <option key={one} value={one}>
                {t(genderWords[one])}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {wishes.similarAge && (
        <Field
          label={t('Your age')}
          help={t('Only for choosing a partner; it is shown to nobody.')}
          className="max-w-sm"
        >
          <Select
            value={ageBand ?? ''}
            onChange={({ target }) =>
              onChange({ ageBand: ageBands.find((one) => one === target.value) ?? null })
            }
          >
            <option value="">{t('Not stated')}</option>
            {ageBands.map((one) => (
              <option key={one} value={one}>
                {t(ageWords[one])}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </FormPart>
  );
}
