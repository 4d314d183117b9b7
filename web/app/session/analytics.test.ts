import { describe, expect, it, vi } from 'vitest';
import { createAnalytics } from './analytics';

const address = 'https://analytics.example.org/collect';

function start() {
  const send = vi.fn<typeof fetch>(async () => new Response());
  const sent = () => send.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))]);
  return { analytics: createAnalytics(send), send, sent };
}

// Rules: docs/specification/application.md#analytics
describe('analytics', () => {
  it('waits for the address, then says who and what, in order and without a session', () => {
    const { analytics, send, sent } = start();
    analytics.identify('u1');
    analytics.event('signed-in');
    expect(send).not.toHaveBeenCalled();
    analytics.sendTo(address);
    analytics.event('booked');
    expect(sent()).toEqual([
      [address, { type: 'identify', userId: 'u1' }],
      [address, { type: 'event', name: 'signed-in', userId: 'u1' }],
      [address, { type: 'event', name: 'booked', userId: 'u1' }],
    ]);
    expect(send.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', credentials: 'omit', keepalive: true });
  });

  it('sends nothing without an address', () => {
    const { analytics, send } = start();
    analytics.identify('u1');
    analytics.sendTo(null);
    analytics.event('booked');
    expect(send).not.toHaveBeenCalled();
  });

  it('ignores an unreachable service', async () => {
    const { analytics, send } = start();
    send.mockRejectedValue(new TypeError('network'));
    analytics.sendTo(address);
    expect(() => analytics.event('booked')).not.toThrow();
    await Promise.resolve();
  });

  it('keeps the newest hundred notes until the address is there, and sends them once', () => {
    const { analytics, sent } = start();
    for (let place = 0; place < 120; place++) analytics.event(`event ${place}`);
    analytics.sendTo(address);
    analytics.sendTo(address);
    const names = sent().map(([, { name }]) => name);
    expect([names.length, names[0], names.at(-1)]).toEqual([100, 'event 20', 'event 119']);
  });

  it('sends nothing of a time without an address when one comes after all', () => {
    const { analytics, send } = start();
    analytics.event('before');
    analytics.sendTo(null);
    analytics.event('without');
    analytics.sendTo(address);
    expect(send).not.toHaveBeenCalled();
  });
});
