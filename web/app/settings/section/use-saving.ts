import { t } from '@parlance/words/current';
import { useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { useSettingsBanners } from './settings-banners';

/** Translated at render time. */
export interface SavingWords {
  /** Absent where the section itself says what was saved. */
  success?: string | undefined;
  /** Fallback of the error banner. */
  failure: string;
}

export interface Saving {
  saving: boolean;
  /** Runs one action at a time and shows its result; resolves to whether it succeeded. */
  save: (act: () => Promise<unknown>) => Promise<boolean>;
}

export function useSaving({ success, failure }: SavingWords): Saving {
  const [saving, setSaving] = useState(false);
  const banners = useSettingsBanners();
  const save = async (act: () => Promise<unknown>) => {
    if (saving) return false;
    setSaving(true);
    try {
      await act();
      if (success !== undefined) banners.showSuccess(t(success));
      return true;
    } catch (error) {
      banners.showError(failureMessage(error, t(failure)));
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { saving, save };
}
