import { pushPreferences } from '@parlance/contract/push';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type PushChoices, pushChoicesQuery } from '#notify/notify-queries';
import { useSignedIn } from '#session/signed-in';
import { Checkbox } from '#ui/checkbox';
import { Field } from '#ui/field';
import { Skeleton } from '#ui/skeleton';
import { TextInput } from '#ui/text-input';
import { useSaving } from './section/use-saving';

const words = {
  success: word('Notifications saved'),
  failure: word('The notifications could not be saved'),
};

/** What all devices of the member are told; each choice applies at once. */
export function PushChoicesList() {
  const { user, runtime } = useSignedIn();
  const { calls } = runtime;
  const cache = useQueryClient();
  const query = pushChoicesQuery(calls, user.userId);
  const { data: stored } = useQuery(query);
  const { saving, save } = useSaving(words);
  if (!stored) return <Skeleton className="h-40" />;

  const choose = async <Name extends keyof PushChoices>(name: Name, value: PushChoices[Name]) => {
    await save(() => calls.setPreference({ name, value }));
    await cache.invalidateQueries({ queryKey: query.queryKey });
  };
  const box = (name: 'push-messages' | 'push-sessions' | 'push-names') => ({
    checked: stored[name],
    disabled: saving,
    onChange: ({ target }: { target: HTMLInputElement }) => void choose(name, target.checked),
  });
  const quiet = stored['push-quiet'];
  const [from = '', to = ''] = quiet.split('-');
  const setQuiet = (start: string, end: string) => {
    // An emptied field has no time yet, and equal times would be the whole day or nothing.
    if (start !== '' && end !== '' && start !== end) void choose('push-quiet', `${start}-${end}`);
  };
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 font-semibold">{t('What your devices tell you')}</legend>
      <Checkbox label={t('New messages')} {...box('push-messages')} />
      <Checkbox label={t('Sessions')} {...box('push-sessions')} />
      <Checkbox
        label={t('Show names')}
        help={t('Without them a notification only says that something came.')}
        {...box('push-names')}
      />
      <Checkbox
        label={t('Quiet hours')}
        help={t('Only a session within the next hour still notifies you then.')}
        checked={quiet !== ''}
        disabled={saving}
        onChange={({ target }) =>
          void choose('push-quiet', target.checked ? pushPreferences['push-quiet'] : '')
        }
      />
      {quiet !== '' && (
        <div className="flex flex-wrap gap-4 ps-8">
          <Field label={t(word('From', 'a time of day'))}>
            <TextInput
              type="time"
              key={`from ${from}`}
              defaultValue={from}
              onBlur={({ target }) => target.value !== from && setQuiet(target.value, to)}
            />
          </Field>
          <Field label={t(word('Until', 'a time of day'))}>
            <TextInput
              type="time"
              key={`to ${to}`}
              defaultValue={to}
              onBlur={({ target }) => target.value !== to && setQuiet(from, target.value)}
            />
          </Field>
        </div>
      )}
    </fieldset>
  );
}
