import { pushPreferences } from '@parlance/contract/push';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { type PushChoices, pushChoicesQuery } from '#notify/notify-queries';
import { useSignedIn } from '#session/signed-in';
import { Checkbox } from '#ui/checkbox';
import { Field } from '#ui/field';
import { Skeleton } from '#ui/skeleton';
import { TextInput } from '#ui/text-input';
import { optionPlace, optionTexts } from './options/option-texts';
import { useSettingsBanners } from './section/settings-banners';

/** Notification preferences for all devices of the member; each choice is saved at once, in the order of the presses. */
export function PushChoicesList() {
  const { user, runtime } = useSignedIn();
  const { calls } = runtime;
  const cache = useQueryClient();
  const banners = useSettingsBanners();
  const query = pushChoicesQuery(calls, user.userId);
  const { data: stored } = useQuery(query);
  const [chosen, setChosen] = useState<Partial<PushChoices>>({});
  const times = useRef<HTMLDivElement>(null);
  const { mutate } = useMutation({
    scope: { id: 'push-choices' },
    mutationFn: (choice: Partial<PushChoices>) =>
      Promise.all(Object.entries(choice).map(([name, value]) => calls.setPreference({ name, value }))),
    onSuccess: () => banners.showSuccess(t('Notifications saved')),
    onError: (error) => banners.showError(failureMessage(error, t('The notifications could not be saved'))),
    onSettled: () => cache.invalidateQueries({ queryKey: query.queryKey }),
  });
  if (!stored) return <Skeleton className="h-40" />;

  const shown = { ...stored, ...chosen };
  const choose = (choice: Partial<PushChoices>) => {
    setChosen((before) => ({ ...before, ...choice }));
    mutate(choice, { onSettled: () => setChosen({}) });
  };
  const textOf = (name: keyof PushChoices) => ({
    ...optionPlace(name),
    label: t(optionTexts[name].label),
    help: t(optionTexts[name].effect),
  });
  const box = (name: 'push-messages' | 'push-sessions' | 'push-names') => ({
    ...textOf(name),
    checked: shown[name],
    onChange: ({ target }: { target: HTMLInputElement }) => choose({ [name]: target.checked }),
  });
  const quiet = shown['push-quiet'];
  const [from = '', to = ''] = quiet.split('-');
  const saveTimes = () => {
    const [start, end] = [...(times.current?.querySelectorAll('input') ?? [])].map(({ value }) => value);
    const range = `${start}-${end}`;
    // An emptied field has no time yet, and equal times would be the whole day or nothing.
    if (start && end && start !== end && range !== quiet) choose({ 'push-quiet': range });
  };
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 font-semibold">{t('What your devices tell you')}</legend>
      <Checkbox {...box('push-messages')} />
      <Checkbox {...box('push-sessions')} />
      <Checkbox {...box('push-names')} />
      <Checkbox
        {...textOf('push-quiet')}
        checked={quiet !== ''}
        onChange={({ target }) =>
          choose({ 'push-quiet': target.checked ? pushPreferences['push-quiet'] : '' })
        }
      />
      {quiet !== '' && (
        <div ref={times} className="flex flex-wrap gap-4 ps-8">
          <Field label={t(word('From', 'a time of day'))}>
            <TextInput type="time" key={`from ${from}`} defaultValue={from} onBlur={saveTimes} />
          </Field>
          <Field label={t(word('Until', 'a time of day'))}>
            <TextInput type="time" key={`to ${to}`} defaultValue={to} onBlur={saveTimes} />
          </Field>
        </div>
      )}
    </fieldset>
  );
}
