import { busyCalendarsMax } from '@parlance/contract/busy-calendars';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { readAgain } from '#lib/read-again';
import { busyCalendarsQuery } from '#schedule/busy-queries';
import { scheduleKey } from '#schedule/schedule-queries';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { Skeleton } from '#ui/skeleton';
import { TextInput } from '#ui/text-input';
import { optionPlace, optionTexts } from './options/option-texts';
import { OtherCalendarItem } from './other-calendar-item';

/** Where the secret address is found. The names of menus are those of the services. */
const places = [
  word('Google Calendar: Settings, your calendar, “Integrate calendar”, “Secret address in iCal format”.'),
  word('Outlook: Settings, Calendar, “Shared calendars”, “Publish a calendar”, then the ICS link.'),
  word('iCloud: the share button beside the calendar, “Public Calendar”, “Copy Link”.'),
];

/** External calendars whose busy times are marked, or hide free slots. */
export function OtherCalendar() {
  const { runtime, user } = useSignedIn();
  const { data, isError, refetch } = useQuery(busyCalendarsQuery(runtime.calls, user.userId));
  const calendars = data?.calendars ?? [];
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused element is unmounted after a removal, and after adding the last allowed calendar.
  const focusHeading = () => heading.current?.focus();
  // Turned off by the operator: what was added before can still be removed.
  if (data && !data.isOffered && calendars.length === 0) return null;
  return (
    <section
      aria-labelledby="other-calendar"
      {...optionPlace('busy-calendar')}
      className="grid gap-4 rounded-md border border-line p-4"
    >
      <div className="grid max-w-reading gap-1">
        <h3 ref={heading} id="other-calendar" tabIndex={-1} className="text-lg">
          {t(optionTexts['busy-calendar'].label)}
        </h3>
        <p className="text-ink-soft">{t(optionTexts['busy-calendar'].effect)}</p>
      </div>
      {isError && !data && (
        <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
          {t('Your other calendars could not be loaded.')}
        </Banner>
      )}
      {!data && !isError && <Skeleton className="h-28" />}
      {calendars.length > 0 && (
        <ul className="grid gap-3">
          {calendars.map((calendar) => (
            <OtherCalendarItem
              key={calendar.busyCalendarId}
              calendar={calendar}
              canCheck={data?.isOffered ?? false}
              onRemoved={focusHeading}
            />
          ))}
        </ul>
      )}
      {data?.isOffered && calendars.length < busyCalendarsMax && <AddCalendar onAdded={focusHeading} />}
    </section>
  );
}

function AddCalendar({ onAdded }: { onAdded: () => void }) {
  const { runtime } = useSignedIn();
  const cache = useQueryClient();
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isAdding) return;
    if (address.trim() === '') {
      setProblem(t('Address is required'));
      return;
    }
    setIsAdding(true);
    setProblem(null);
    try {
      await runtime.calls.addBusyCalendar({ address });
      setAddress('');
      await readAgain(cache, scheduleKey);
      onAdded();
    } catch (error) {
      setProblem(failureMessage(error, t('The calendar could not be added')));
    } finally {
      setIsAdding(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-reading gap-3">
      <Field
        label={t('Secret address of your calendar')}
        help={t('It ends in .ics in most services. Keep it like a password.')}
        error={problem}
      >
        <TextInput
          dir="ltr"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      <details className="text-sm">
        <summary className="cursor-pointer py-3 text-ink-soft">{t('Where do I find it?')}</summary>
        <ul className="mt-1 grid list-disc gap-1 ps-5 text-ink-soft">
          {places.map((place) => (
            <li key={place}>{t(place)}</li>
          ))}
        </ul>
      </details>
      <Button type="submit" busy={isAdding} className="justify-self-start">
        {isAdding ? t('Reading...') : t('Add calendar')}
      </Button>
    </form>
  );
}
