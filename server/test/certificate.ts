import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A self-signed certificate of a test server, so that no private key is kept in the repository and none expires. */
export function createCertificate(...hosts: string[]): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(0x30, objectId('2a8648ce3d040302'));
  const name = der(0x30, der(0x31, der(0x30, objectId('550403'), der(0x0c, Buffer.from(hosts[0] ?? '')))));
  const alternativeNames = der(0x30, ...hosts.map((host) => der(0x82, Buffer.from(host))));
  const toSign = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    der(0x30, utcTime(-1), utcTime(2)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, der(0x30, objectId('551d11'), der(0x04, alternativeNames)))),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toSign, privateKey));
  const body = der(0x30, toSign, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 255]), content]);
}

const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));

function utcTime(daysFromNow: number): Buffer {
  const at = new Date(Date.now() + daysFromNow * 86_400_000).toISOString();
  return der(0x17, Buffer.from(`${at.slice(2, 19).replaceAll(/[-:T]/g, '')}Z`));
}
