import { describe, expect, test } from 'vitest';
import { clientAddress, networkOf, siteOf, trustIn } from './network.ts';

// Rules: docs/specification/access.md#known-networks
describe('the network of an address', () => {
  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['not an address', 'not an address'],
  ])('%s is in %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('the address of a client', () => {
  const asked = (peer: string, forwarded: string | undefined, trusted: string[]) =>
    clientAddress(
      { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } },
      trustIn(trusted),
    );

  test.each([
    ['a peer that is not trusted speaks for itself alone', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['a private range is not trusted by itself', '10.0.0.5', '198.51.100.1', '10.0.0.5'],
    ['a proxy on this machine is believed', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['in IPv6 clothing too', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['and by IPv6', '::1', '2001:db8::1', '2001:db8::1'],
    [
      'what a client made up stands before what the proxy saw',
      '127.0.0.1',
      '1.1.1.1, 198.51.100.1',
      '198.51.100.1',
    ],
    ['without a word the proxy is the client', '127.0.0.1', undefined, '127.0.0.1'],
    ['an empty word is none', '127.0.0.1', ' , ', '127.0.0.1'],
  ])('%s', (_name, peer, forwarded, address) => {
    expect(asked(peer, forwarded, ['loopback'])).toBe(address);
  });

  test('a chain of trusted proxies is followed to the first untrusted address', () => {
    const chain = '198.51.100.1, 10.1.2.3, 192.168.0.9';
    expect(asked('127.0.0.1', chain, ['loopback', '192.168.0.0/16', '10.1.2.3'])).toBe('198.51.100.1');
    expect(asked('127.0.0.1', chain, ['loopback', '192.168.0.9', '10.1.2.4'])).toBe('10.1.2.3');
    expect(asked('127.0.0.1', chain, [])).toBe('127.0.0.1');
    expect(asked('172.18.0.3', '198.51.100.1', ['uniquelocal'])).toBe('198.51.100.1');
    expect(asked('fd00::3', '198.51.100.1', ['uniquelocal'])).toBe('198.51.100.1');
    expect(asked('169.254.0.3', '198.51.100.1', ['linklocal'])).toBe('198.51.100.1');
  });
});

describe('the network of an IPv6 customer', () => {
  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0DB8:0001:ffff::9', '2001:db8:1::/48'],
    ['203.0.113.77', null],
    ['::ffff:203.0.113.77', null],
    ['not an address', null],
  ])('%s is in %s', (ip, site) => {
    expect(siteOf(ip)).toBe(site);
  });
});
