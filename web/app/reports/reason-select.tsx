import { reportReasons } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import { Field } from '#ui/field';
import { Select } from '#ui/select';
import { reasonWords } from './report-reasons';

export type Reason = (typeof reportReasons)[number];

export interface ReasonSelectProps {
  label: string;
  value: Reason;
  onChange: (reason: Reason) => void;
}

/** The reasons of reports and bans. */
export function ReasonSelect({ label, value, onChange }: ReasonSelectProps) {
  return (
    <Field label={label}>
      <Select value={value} onChange={({ target }) => onChange(target.value as Reason)}>
        {reportReasons.map((reason) => (
          <option key={reason} value={reason}>
            {t(reasonWords[reason])}
          </option>
        ))}
      </Select>
    </Field>
  );
}
