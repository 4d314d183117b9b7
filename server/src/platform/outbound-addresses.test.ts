import { describe, expect, test } from 'vitest';
import { checkOutboundAddress, isPublicAddress, OutboundRefused } from './outbound.ts';

describe('addresses', () => {
  test.each([
    ['1.1.1.1', true],
    ['172.15.255.255', true],
    ['172.16.0.0', false],
    ['172.31.255.255', false],
    ['172.32.0.0', true],
    ['100.63.255.255', true],
    ['100.64.0.0', false],
    ['100.128.0.0', true],
    ['127.0.0.1', false],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['169.254.169.254', false],
    ['192.168.1.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['2606:4700::1111', true],
    ['::1', false],
    ['::', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:1.1.1.1', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2001::1', false],
    ['2001:db8::1', false],
    ['2606:4700::1111%eth0', false],
    ['service.test', false],
    ['', false],
  ])('%s is public: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });

  test.each([
    'http://service.test/',
    'ftp://service.test/',
    'https://user@service.test/',
    'https://user:secret@service.test/',
    'https://service.test:8443/',
    'https://service.test:80/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://127.0.0.1./',
    '//service.test/',
    'service.test',
    '',
    `https://service.test/${'x'.repeat(1004)}`,
  ])('%s is refused', (address) => {
    expect(() => checkOutboundAddress(address)).toThrow(OutboundRefused);
  });

  test('a public name and a public literal on port 443 pass, up to 1,024 characters', () => {
    const longest = `https://service.test/${'x'.repeat(1003)}`;
    expect(longest).toHaveLength(1024);
    expect(checkOutboundAddress(longest).href).toBe(longest);
    expect(checkOutboundAddress('https://service.test:443/a?b').href).toBe('https://service.test/a?b');
    expect(checkOutboundAddress('https://1.1.1.1/').hostname).toBe('1.1.1.1');
  });
});
