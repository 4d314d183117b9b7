import { t } from '@parlance/words/current';
import { useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { useSettingsBanners } from './settings-banners';

/** Translated where they are shown. */
export interface SavingWords {
  /** Shown in the success banner. */
  success: string;
  /** Shown in the error banner when the error has no words of its own. */
  failure: string;
}

export interface Saving {
  saving: boolean;
  /** Runs one act at a time and shows how it went; answers whether it worked. */
  save: (act: () => Promise<unknown>) => Promise<boolean>;
}

/** What every section does around saving: one act at a time, then a banner. */
export function useSaving({ success, failure }: SavingWords): Saving {
  const [saving, setSaving] = useState(false);
  const banners = useSettingsBanners();
  const save = async (act: () => Promise<unknown>) => {
    if (saving) return false;
    setSaving(true);
    try {
      await act();
      banners.showSuccess(t(success));
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
