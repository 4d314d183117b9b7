import type { UserPreferenceName } from '@parlance/contract/account';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { noticeKinds } from '#notify/notice-kinds';
import { type NoticeChoices, noticesQuery } from '#notify/notify-queries';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Checkbox } from '#ui/checkbox';
import { Skeleton } from '#ui/skeleton';
import { NoticesBrowser } from './notices-browser';
import { type OptionId, optionPlace } from './options/option-texts';
import { type SectionHeading, SettingsSection } from './section/settings-section';
import { useSaving } from './section/use-saving';

const words = {
  success: word('Notifications saved'),
  failure: word('The notifications could not be saved'),
};

const mailOptions = {
  'session-notification': 'mail-sessions',
  'new-chat-message-notification': 'mail-messages',
  'daily-digest-notification': 'mail-digest',
} satisfies Record<UserPreferenceName, OptionId>;

/** Notification settings: those of this device apply at once, mails with 'Save Changes'. */
export function NoticesSection({ heading }: { heading: SectionHeading }) {
  const { user, runtime } = useSignedIn();
  const { calls } = runtime;
  const cache = useQueryClient();
  const query = noticesQuery(calls, user.userId);
  const { data: stored, isError, refetch } = useQuery(query);
  const [chosen, setChosen] = useState<Partial<NoticeChoices>>({});
  const { saving, save } = useSaving(words);
  const changed = noticeKinds.filter(({ name }) => stored && (chosen[name] ?? stored[name]) !== stored[name]);

  const store = async () => {
    try {
      for (const { name } of changed) await calls.setPreference({ name, value: chosen[name] ?? true });
      // What was chosen while saving stays.
      setChosen((present) => (present === chosen ? {} : present));
    } finally {
      // Some may have been saved before one failed.
      await cache.invalidateQueries({ queryKey: query.queryKey });
    }
  };
  return (
    <SettingsSection
      heading={heading}
      description={t('How we reach you while you are away.')}
      hint={user.email === null && t('There is no email address to write to yet. Add one to your account.')}
      save={{ changed: changed.length > 0, saving, onSave: () => void save(store) }}
    >
      <div className="grid max-w-2xl gap-8">
        <NoticesBrowser userId={user.userId} />
        <fieldset className="grid gap-1">
          <legend className="pb-1 text-lg font-semibold">{t('By email')}</legend>
          {isError && (
            <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
              {t('Your notifications could not be loaded.')}
            </Banner>
          )}
          {!stored && !isError && <Skeleton className="h-52" />}
          {stored &&
            noticeKinds.map(({ name, label, help }) => (
              <Checkbox
                key={name}
                {...optionPlace(mailOptions[name])}
                label={t(label)}
                help={t(help)}
                checked={chosen[name] ?? stored[name]}
                onChange={({ target }) => setChosen({ ...chosen, [name]: target.checked })}
              />
            ))}
        </fieldset>
      </div>
    </SettingsSection>
  );
}
