import type { Wire } from './wire.ts';

const credentialId = 'bm90LWEtcmVhbC1vbmU';
const challenge = 'dGhpcnR5LXR3byByYW5kb20gYnl0ZXM';
// An uncompressed point of P-256, as browsers and the server exchange it.
const pushKey = 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U';
const userHandle = 'cmFuZG9tLWhhbmRsZQ';

/** Values of fields of passkeys and of devices with push, by name as in example-values.ts. */
export const deviceExamples: Readonly<Record<string, readonly Wire[]>> = {
  passkeyId: ['0198c0de-0000-7000-8000-000000000011'],
  credentialId: [credentialId],
  pushDeviceId: ['0198c0de-0000-7000-8000-000000000012'],
  publicKey: [pushKey],
  service: ['fcm.googleapis.com'],
  lastSentAt: ['2026-11-17T18:20:00.000Z'],
  endpoint: ['https://fcm.googleapis.com/fcm/send/e1x2a3m4p5l6e7'],
  p256dh: [pushKey],
  auth: ['c2l4dGVlbi1ieXRlcy1vaw'],
  challengeToken: ['eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl'],
  challenge: [challenge],
  needsCode: [false],
  isSynced: [true],
  passkeyOrigin: ['https://parlance.example.org'],
  rpId: ['parlance.example.org'],
  'rp.id': ['parlance.example.org'],
  'rp.name': ['Parlance'],
  userHandle: [userHandle],
  'user.id': [userHandle],
  displayName: ['Ben'],
  'account.name': ['ben@example.org'],
  'pubKeyCredParams.alg': [-7],
  'excludeCredentials.id': [credentialId],
  'excludeCredentials.transports': [['internal']],
  'credential.id': [credentialId],
  rawId: [credentialId],
  'credential.type': ['public-key'],
  clientDataJSON: ['eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0'],
  attestationObject: ['o2NmbXRkbm9uZQ'],
  transports: [['internal']],
  'options.timeout': [300_000],
  'addPasskey.name': ['Chrome on Mac'],
  'renamePasskey.name': ['Work laptop'],
  'passkeys.name': ['Chrome on Mac'],
};
