import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { useSignedIn } from '#session/signed-in';
import { optionPlace, optionTexts } from '#settings/options/option-texts';
import { useSaving } from '#settings/section/use-saving';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { TextInput } from '#ui/text-input';

/** The private calendar address of the member's sessions. It is shown only once, on creation. */
export function CalendarFeed() {
  const { runtime } = useSignedIn();
  const { calls } = runtime;
  const [url, setUrl] = useState<string | null>(null);
  const making = useSaving({
    success: word('Calendar address created'),
    failure: word('The calendar address could not be created'),
  });
  const revoking = useSaving({
    success: word('Calendar address revoked'),
    failure: word('The calendar address could not be revoked'),
  });
  const copying = useSaving({
    success: word('Calendar address copied'),
    failure: word('The address could not be copied. Please select it and copy it yourself.'),
  });
  const make = async () => setUrl((await calls.createCalendarFeed()).url);
  const revoke = async () => {
    await calls.deleteCalendarFeed();
    setUrl(null);
  };
  const isBusy = making.saving || revoking.saving;

  return (
    <section
      aria-labelledby="calendar-feed"
      {...optionPlace('feed')}
      className="grid gap-4 rounded-md border border-line p-4"
    >
      <div className="grid max-w-reading gap-1">
        <h3 id="calendar-feed" className="text-lg">
          {t(optionTexts.feed.label)}
        </h3>
        <p className="text-ink-soft">
          {t(optionTexts.feed.effect)}{' '}
          {t(
            'Anybody who has it can see when you meet and with whom; making a new one or revoking it turns the old one off.',
          )}
        </p>
      </div>
      {url !== null && (
        <div className="flex flex-wrap items-end gap-3">
          <Field
            label={t('Private calendar address')}
            help={t('Shown only now. Keep it like a password.')}
            className="min-w-0 flex-1 basis-72"
          >
            <TextInput dir="ltr" readOnly value={url} onFocus={(event) => event.target.select()} />
          </Field>
          <Button
            className="sm:mb-[1.625rem]"
            onClick={() => void copying.save(() => navigator.clipboard.writeText(url))}
          >
            <Copy aria-hidden="true" className="size-5" />
            {t('Copy')}
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button busy={making.saving} disabled={isBusy} onClick={() => void making.save(make)}>
          {url === null ? t('Create calendar address') : t('Create a new one')}
        </Button>
        <Button
          variant="quiet"
          busy={revoking.saving}
          disabled={isBusy}
          onClick={() => void revoking.save(revoke)}
        >
          {t('Revoke')}
        </Button>
      </div>
    </section>
  );
}
