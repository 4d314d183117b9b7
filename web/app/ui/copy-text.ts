import { t } from '@parlance/words/current';
import { showToast } from './toast';

/** Copies a text to the clipboard and confirms it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: t('Copied.') });
  } catch {
    showToast({ title: t('The text could not be copied here.'), tone: 'danger' });
  }
}
