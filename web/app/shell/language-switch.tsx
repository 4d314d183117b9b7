import type { Locale } from '@parlance/contract/account';
import { spoken, t } from '@parlance/words/current';
import type { SubmitEvent } from 'react';
import { languageChoices } from '#lib/language-choices';
import { useSession } from '#session/session-context';
import { Button } from '#ui/button';

/** A plain form, so that it works before the app has come and without it. */
export function LanguageSwitch() {
  const { user, runtime } = useSession();
  const keepForMember = (event: SubmitEvent<HTMLFormElement>) => {
    if (!user || !runtime) return;
    event.preventDefault();
    const form = event.currentTarget;
    const locale = new FormData(form).get('locale') as Locale;
    const send = () => form.submit();
    // Stored or not, this page is read in the language that was chosen.
    runtime.calls.updateUser({ locale }).then(send, send);
  };
  return (
    <form method="post" action="/locale" onSubmit={keepForMember} className="flex items-center gap-1">
      <select
        name="locale"
        aria-label={t('Language of the interface')}
        defaultValue={spoken().locale}
        className="min-h-11 rounded-md border border-line-strong bg-surface px-3 text-ink"
      >
        {languageChoices().map(([locale, name]) => (
          <option key={locale} value={locale} lang={locale}>
            {name}
          </option>
        ))}
      </select>
      <Button type="submit" variant="quiet">
        {t('Change')}
      </Button>
    </form>
  );
}
