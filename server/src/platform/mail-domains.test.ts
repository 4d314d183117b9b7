import { describe, expect, test } from 'vitest';
import { canonicalDomain, canonicalDomainRule, isOfDomains } from './mail-domains.ts';

describe('an address is of a domain', () => {
  test.each([
    // rule, address, admitted
    ['uni.example', 'a@uni.example', true],
    ['uni.example', 'a@UNI.Example', true],
    ['UNI.example', 'a@uni.example', true],
    ['uni.example.', 'a@uni.example', true],
    ['uni.example', 'a@uni.example.', true],
    ['uni.example', 'a@mail.uni.example', false],
    ['uni.example', 'a@evil-uni.example', false],
    ['uni.example', 'a@uni.example.evil.example', false],
    ['uni.example', 'a@uni.exampl', false],
    ['uni.example', 'a@example', false],
    ['uni.example', 'uni.example@evil.example', false],
    ['*.uni.example', 'a@mail.uni.example', true],
    ['*.uni.example', 'a@deep.mail.uni.example', true],
    ['*.uni.example', 'a@uni.example', false],
    ['*.uni.example', 'a@eviluni.example', false],
    ['*.uni.example', 'a@evil.uni.example.evil.example', false],
    ['münchen.example', 'a@xn--mnchen-3ya.example', true],
    ['xn--mnchen-3ya.example', 'a@münchen.example', true],
    ['münchen.example', 'a@MÜNCHEN.example', true],
    ['münchen.example', 'a@munchen.example', false],
    // A Cyrillic letter that looks the same.
    ['uni.example', 'a@un\u0456.example', false],
    // A full-width dot is a dot to IDNA.
    ['uni.example', 'a@uni\uff0eexample', true],
  ])('%s admits %s: %s', (rule, address, isAdmitted) => {
    const canonical = canonicalDomainRule(rule);
    expect(canonical).not.toBeNull();
    expect(isOfDomains(address, [canonical ?? ''])).toBe(isAdmitted);
  });

  test('of one of several', () => {
    expect(isOfDomains('a@b.example', ['a.example', 'b.example'])).toBe(true);
    expect(isOfDomains('a@c.example', ['a.example', 'b.example'])).toBe(false);
    expect(isOfDomains('a@c.example', [])).toBe(false);
  });
});

test.each([
  '',
  '*',
  '*.',
  'uni',
  'a..b',
  '.uni.example',
  'uni.example..',
  'a b.example',
  'uni.*.example',
  '10.0.0.1',
  '1.2',
  '-a.example',
  `${'a'.repeat(64)}.example`,
  'uni.example/x',
  'uni.example?x',
  'uni.example#x',
  'uni.example\\x',
  'uni%2eexample',
  'uni.example:25',
  'a@uni.example',
])('%j is no domain', (text) => {
  expect(canonicalDomainRule(text)).toBeNull();
  expect(canonicalDomain(text)).toBeNull();
});
