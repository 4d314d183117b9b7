import { expect, test } from 'vitest';
import { isOwnHost } from './own-host.ts';

test.each([
  ['localhost:3000', true],
  ['LOCALHOST', true],
  ['parlance.localhost:3000', true],
  ['127.0.0.1', true],
  ['127.9.9.9:80', true],
  ['[::1]:3000', true],
  ['try.example.org', true],
  ['try.example.org:8080', true],
  ['evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['localhost.evil.example', false],
  ['evillocalhost', false],
  ['xtry.example.org', false],
  ['192.168.1.5:3000', false],
  ['0.0.0.0', false],
  ['localhost@evil.example', false],
  ['', false],
  [undefined, false],
])('a request to the host %s is for this machine: %s', (host, isOwn) => {
  expect(isOwnHost({ publicUrl: 'http://try.example.org' }, host)).toBe(isOwn);
});
