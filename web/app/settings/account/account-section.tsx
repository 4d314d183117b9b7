import { t } from '@parlance/words/current';
import type { ReactNode } from 'react';
import { useLaterModule } from '#lib/use-later-module';
import { useSignedIn } from '#session/signed-in';
import { optionPlace, optionTexts } from '#settings/options/option-texts';
import { type SectionHeading, SettingsSection } from '#settings/section/settings-section';
import { ChangeAddress } from './change-address';
import { DeleteAccount } from './delete-account';
import { ExportButton } from './export-button';
import { GoogleConnection } from './google-connection';
import { SessionList } from './session-list';

/** Sign-in methods, passkeys, sessions, export and deletion. */
export function AccountSection({ heading }: { heading: SectionHeading }) {
  const { staticData } = useSignedIn();
  return (
    <SettingsSection heading={heading} description={t('How you sign in. Nobody else sees any of this.')}>
      <div className="grid max-w-2xl gap-8">
        <dl className="divide-y divide-line border-y border-line">
          <ChangeAddress kind="email" />
          <ChangeAddress kind="phone" />
          {staticData.googleClientId && <GoogleConnection clientId={staticData.googleClientId} />}
          {staticData.oidcName && <OidcConnection name={staticData.oidcName} />}
        </dl>
        <Passkeys />
        <div {...optionPlace('devices')} className="grid gap-2">
          <h3 className="text-lg">{t(optionTexts.devices.label)}</h3>
          <p className="text-ink-soft">{t(optionTexts.devices.effect)}</p>
          <SessionList />
        </div>
        <div className="grid gap-3">
          <h3 className="text-lg">{t('Your data')}</h3>
          <DataOption option="export">
            <ExportButton />
          </DataOption>
          <DataOption option="deletion">
            <DeleteAccount />
          </DataOption>
        </div>
      </div>
    </SettingsSection>
  );
}

function DataOption({ option, children }: { option: 'export' | 'deletion'; children: ReactNode }) {
  return (
    <div {...optionPlace(option)} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {children}
      <p className="text-ink-soft">{t(optionTexts[option].effect)}</p>
    </div>
  );
}

function OidcConnection(props: { name: string }) {
  const later = useLaterModule(() => import('./oidc-connection'), { isWanted: true });
  return later && <later.OidcConnection {...props} />;
}

function Passkeys() {
  const later = useLaterModule(() => import('./passkey-list'), { isWanted: true });
  return later && <later.PasskeyList />;
}
