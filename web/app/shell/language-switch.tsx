import type { Locale } from '@parlance/contract/account';
import { t } from '@parlance/words/current';
import type { SubmitEvent } from 'react';
import { languageChoices } from '#lib/language-choices';
import { useSession } from '#session/session-context';
import { Button } from '#ui/button';

// Kept outside React: the loading frame unmounts with its select, and a choice made before hydration would be lost.
let chosen: string | undefined;
const keepChosen = (list: HTMLSelectElement | null) => {
  if (list) chosen = list.value;
};

/** Native form, so that it works before and without the app. The first option is the page's language. */
export function LanguageSwitch() {
  const { user, runtime } = useSession();
  const keepForMember = (event: SubmitEvent<HTMLFormElement>) => {
    if (!user || !runtime) return;
    event.preventDefault();
    const form = event.currentTarget;
    const locale = new FormData(form).get('locale') as Locale;
    const send = () => form.submit();
    // Submitted whether or not storing succeeded.
    runtime.calls.updateUser({ locale }).then(send, send);
  };
  return (
    <form method="post" action="/locale" onSubmit={keepForMember} className="flex items-center gap-1">
      <select
        name="locale"
        aria-label={t('Language of the interface')}
        autoComplete="off"
        defaultValue={chosen}
        ref={keepChosen}
        onChange={({ currentTarget }) => keepChosen(currentTarget)}
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
