import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { deviceName } from '#access/device-name';
import { readAgain } from '#lib/read-again';
import { pushKey, pushQuery } from '#notify/notify-queries';
import { useSignedIn } from '#session/signed-in';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { PushChoicesList } from './push-choices';
import { useSaving } from './section/use-saving';

/** Devices that receive notifications, with a test for this one, removal of others, and the preferences. Empty without a device. */
export function PushDevices() {
  const { user, runtime } = useSignedIn();
  const { calls } = runtime;
  const cache = useQueryClient();
  const { data } = useQuery(pushQuery(calls, user.userId));
  const removing = useSaving({
    success: word('Device removed.'),
    failure: word('The device could not be removed'),
  });
  const trying = useSaving({
    success: word('Sent. It arrives in a moment.'),
    failure: word('The notification could not be sent'),
  });
  const list = useRef<HTMLUListElement>(null);
  const devices = data?.devices ?? [];
  if (devices.length === 0) return null;

  const remove = async (pushDeviceId: string) => {
    // The pressed button disappears with its row.
    if (await removing.save(() => calls.removePushDevice({ pushDeviceId }))) list.current?.focus();
    await readAgain(cache, pushKey(user.userId));
  };
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('Devices with notifications')}
        className="divide-y divide-line outline-none"
      >
        {devices.map(({ pushDeviceId, userAgent, current }) => {
          const name = deviceName(userAgent);
          return (
            <li key={pushDeviceId} className="flex min-h-14 flex-wrap items-center gap-3 py-2">
              <p className="min-w-0 flex-1 font-medium">{name}</p>
              {current && <Badge tone="positive">{t('This device')}</Badge>}
              {current ? (
                <Button
                  variant="quiet"
                  busy={trying.saving}
                  onClick={() => void trying.save(() => calls.tryPush({ pushDeviceId }))}
                >
                  {t('Try it')}
                </Button>
              ) : (
                <Button
                  variant="quiet"
                  aria-label={t('Remove {device}', { device: name })}
                  onClick={() => void remove(pushDeviceId)}
                >
                  {t('Remove')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <PushChoicesList />
    </>
  );
}
