// Baseline of a push notification: encryption by web-push with one VAPID header, and one https request, in a loop without a database.
import { createECDH, randomBytes } from 'node:crypto';
import https from 'node:https';
import webPush from 'web-push';
import { answerQuestions } from './processes.ts';
import type { PushServiceAddress } from './push-service.ts';

const inFlight = 16;
const encoding = 'aes128gcm';
const payload = Buffer.alloc(256, 'x');

answerQuestions({
  run: async ({ address, count }: { address: PushServiceAddress; count: number }) => {
    const { host, port, ca } = address;
    const agent = new https.Agent({ keepAlive: true, maxSockets: inFlight });
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    const vapid = webPush.getVapidHeaders(
      `https://${host}:${port}`,
      'mailto:bench@example.org',
      publicKey,
      privateKey,
      encoding,
    );
    const p256dh = createECDH('prime256v1').generateKeys('base64url');
    const auth = randomBytes(16).toString('base64url');
    const post = () =>
      new Promise<void>((resolve, reject) => {
        const { cipherText } = webPush.encrypt(p256dh, auth, payload, encoding);
        const request = https.request(
          {
            ...{ host: '127.0.0.1', port, servername: host, ca, agent, method: 'POST', path: '/bare' },
            headers: {
              ...vapid,
              ttl: '60',
              'content-encoding': encoding,
              'content-length': cipherText.length,
            },
          },
          (response) => response.resume().on('end', resolve),
        );
        request.on('error', reject).end(cipherText);
      });
    let begun = 0;
    const start = performance.now();
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (begun < count) {
          begun += 1;
          await post();
        }
      }),
    );
    agent.destroy();
    return (count * 1000) / (performance.now() - start);
  },
});
