/** Where phone codes leave the application: a provider's webhook, or the development outbox. */
export interface SmsSender {
  send(sms: Sms): Promise<void>;
}

export interface Sms {
  to: string;
  text: string;
}

/** Posts `{ to, text }` as JSON; anything but a 2xx answer in time is a failure. */
export function createWebhookSmsSender(options: { webhookUrl: string; timeoutMs?: number }): SmsSender {
  const timeoutMs = options.timeoutMs ?? 10_000;
  return {
    async send({ to, text }) {
      const response = await fetch(options.webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to, text }),
        // A redirect would repeat number and code to an address nobody configured.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      // Neither the number nor the answer, which may repeat it, belongs in an error that gets logged.
      if (!response.ok) throw new Error(`The SMS webhook answered ${response.status}.`);
    },
  };
}
