/** Sends phone codes through a provider's webhook or to the development outbox. */
export interface SmsSender {
  send(sms: Sms): Promise<void>;
}

export interface Sms {
  to: string;
  text: string;
}

/** Posts `{ to, text }` as JSON; anything but a 2xx response in time is a failure. */
export function createWebhookSmsSender(options: { webhookUrl: string; timeoutMs?: number }): SmsSender {
  const timeoutMs = options.timeoutMs ?? 10_000;
  return {
    async send({ to, text }) {
      const response = await fetch(options.webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to, text }),
        // A redirect would send the number and code to an unconfigured address.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      // Errors are logged, so they contain neither the number nor the response, which can repeat it.
      if (!response.ok) throw new Error(`The SMS webhook answered ${response.status}.`);
    },
  };
}
