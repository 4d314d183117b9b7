import { NetworkError } from '@parlance/client/network-error';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { receivedError } from '#test/received-error';
import { oidcProblem } from './oidc-problem';
import { passkeyProblem } from './passkey-problem';
import { canUsePasskeys } from './passkey-support';

afterEach(() => void vi.unstubAllGlobals());

describe('what is said when a passkey could not be used', () => {
  test.each(['AbortError', 'NotAllowedError'])('%s: nothing, the browser has said it', (name) => {
    expect(passkeyProblem(new DOMException('', name))).toBeNull();
  });

  test.each([
    [new DOMException('', 'InvalidStateError'), /^This device has a passkey for your account already\.$/],
    [new DOMException('', 'SecurityError'), /^That did not work\. Please try again\.$/],
    [receivedError('AccessNotVerified'), /^This passkey could not be confirmed\. Please use a code\.$/],
    [receivedError('UserBanned'), /^Your account has been banned/],
    [new NetworkError(), /^The server could not be reached/],
  ])('%s', (error, sentence) => {
    expect(passkeyProblem(error)).toMatch(sentence);
  });
});

test.each([
  [receivedError('EmailTaken'), /then connect your organisation in the settings/],
  [receivedError('AccessNotVerified'), /^That took too long/],
  [receivedError('ServerError', { statusCode: 503 }), /does not answer/],
  [receivedError('SignUpClosed'), /^New accounts need an invitation here\.$/],
  [receivedError('ServerError'), /^Something went wrong/],
  [new TypeError('fault'), /^That did not work\. Please try again\.$/],
])('what is said when an organisation could not sign somebody in: %s', (error, sentence) => {
  expect(oidcProblem(error)).toMatch(sentence);
});

test('passkeys work at the address of the server, in a browser that reads the options', () => {
  const origin = 'https://parlance.test';
  const all = { parseRequestOptionsFromJSON: () => ({}), parseCreationOptionsFromJSON: () => ({}) };
  const { parseRequestOptionsFromJSON, parseCreationOptionsFromJSON } = all;
  const canUse = (passkeyOrigin: string | undefined, api: object | null = all) => {
    vi.stubGlobal('location', { origin });
    vi.stubGlobal('window', api ? { PublicKeyCredential: api } : {});
    vi.stubGlobal('PublicKeyCredential', api);
    return canUsePasskeys({ passkeyOrigin });
  };
  expect(canUse(origin)).toBe(true);
  expect(canUse('https://other.test')).toBe(false);
  expect(canUse(undefined)).toBe(false);
  expect(canUse(origin, null)).toBe(false);
  expect(canUse(origin, { parseRequestOptionsFromJSON })).toBe(false);
  expect(canUse(origin, { parseCreationOptionsFromJSON })).toBe(false);
});
