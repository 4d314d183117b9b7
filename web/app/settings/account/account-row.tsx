import { t } from '@parlance/words/current';
import type { ReactNode } from 'react';
import { type OptionId, optionPlace, optionTexts } from '#settings/options/option-texts';

export interface AccountRowProps {
  option: OptionId;
  children: ReactNode;
  action?: ReactNode;
}

export function AccountRow({ option, children, action }: AccountRowProps) {
  return (
    <div {...optionPlace(option)} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <dt className="w-full text-sm text-ink-soft sm:w-28 sm:text-base">{t(optionTexts[option].label)}</dt>
      <dd className="min-w-0 flex-1 basis-40 break-words">
        <div>{children}</div>
        <p className="text-sm text-ink-soft">{t(optionTexts[option].effect)}</p>
      </dd>
      {action && <dd className="ms-auto flex flex-wrap gap-2">{action}</dd>}
    </div>
  );
}
