import { t } from '@parlance/words/current';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { tellDevice } from '#access/passkey-device';
import { canUsePasskeys } from '#access/passkey-support';
import { readAgain } from '#lib/read-again';
import { useSignedIn } from '#session/signed-in';
import { optionPlace, optionTexts } from '#settings/options/option-texts';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Skeleton } from '#ui/skeleton';
import { AddPasskey } from './add-passkey';
import { PasskeyItem } from './passkey-item';

/** The passkeys of the account. Where the browser cannot use any, they can still be renamed and removed. */
export function PasskeyList() {
  const { user, staticData, runtime } = useSignedIn();
  const queryClient = useQueryClient();
  const queryKey = ['access', user.userId, 'passkeys'];
  const query = useQuery({ queryKey, queryFn: () => runtime.calls.listPasskeys() });
  const passkeys = query.data?.passkeys ?? [];
  const heading = useRef<HTMLHeadingElement>(null);
  const canAdd = canUsePasskeys(staticData);

  const count = query.data?.passkeys.length;
  const shownCount = useRef(count);
  // The pressed button disappears with its row. The list that has just loaded takes no focus.
  useLayoutEffect(() => {
    const isLess = count !== undefined && shownCount.current !== undefined && count < shownCount.current;
    shownCount.current = count;
    if (isLess && document.activeElement === document.body) heading.current?.focus();
  }, [count]);

  const showChange = async () => {
    await readAgain(queryClient, queryKey);
    const now = queryClient.getQueryData<NonNullable<typeof query.data>>(queryKey);
    if (now) await tellDevice(now);
  };

  if (!canAdd && passkeys.length === 0) return null;
  return (
    <section aria-labelledby="passkeys" {...optionPlace('passkeys')} className="grid gap-3">
      <h3 id="passkeys" ref={heading} tabIndex={-1} className="text-lg outline-none">
        {t(optionTexts.passkeys.label)}
      </h3>
      <p className="text-ink-soft">{t(optionTexts.passkeys.effect)}</p>
      {query.isError && !query.data && (
        <Banner tone="danger" action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}>
          {t('Your passkeys could not be loaded.')}
        </Banner>
      )}
      {query.isPending && <Skeleton className="h-16" />}
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.passkeyId} passkey={passkey} onChanged={showChange} />
          ))}
        </ul>
      )}
      {canAdd && <AddPasskey onAdded={showChange} />}
    </section>
  );
}
