import type { StaticData } from '@parlance/contract/static-data';

/** Whether passkeys work on this page: at the server's own address, in a browser that reads the options of the API. */
export function canUsePasskeys({ passkeyOrigin }: Pick<StaticData, 'passkeyOrigin'>): boolean {
  return (
    passkeyOrigin === location.origin &&
    'PublicKeyCredential' in window &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}
