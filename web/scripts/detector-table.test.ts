import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { profilesFor } from '#aids/detect/detector';
import { profilesVersion } from '#aids/detect/profile';
import { describeMeasured, type Measured, measureDetector, type Score } from './detector-table.ts';
import { makeProfiles } from './language-profiles.ts';

const page = join(import.meta.dirname, '../../docs/language-detection.md');
const packageFile = join(import.meta.dirname, '../package.json');
const heaviestPairBytes = 25_000;

describe('the detector on its set of sentences', () => {
  let measured: Measured;
  beforeAll(async () => {
    measured = await measureDetector();
  });
  const wrongShare = ({ right, wrong, unsure }: Score) => wrong / (right + wrong + unsure);

  test('the set has at least 300 sentences in 20 languages', () => {
    expect(measured.sentences).toBeGreaterThanOrEqual(300);
    expect(measured.byLanguage.size).toBeGreaterThanOrEqual(20);
  });

  test('at most one in a hundred is wrong, also among languages that write alike', () => {
    expect(wrongShare(measured.all)).toBeLessThanOrEqual(0.01);
    expect(wrongShare(measured.alike)).toBeLessThanOrEqual(0.01);
    expect(measured.alike.right).toBeGreaterThan(measured.alike.unsure * 20);
  });

  test('the page of the documentation says what is measured', () => {
    expect(readFileSync(page, 'utf8')).toBe(describeMeasured(measured));
  });
});

test('the profiles of any two languages are at most 25 kB', async () => {
  const profiles = await makeProfiles();
  const heaviest = [...profiles]
    .map(([code, text]) => ({ code, bytes: gzipSync(text, { level: 9 }).length }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 2);
  expect(heaviest.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(heaviestPairBytes);
  // The two largest profiles belong to a pair that needs both.
  expect(profilesFor(heaviest.map(({ code }) => code))).toHaveLength(2);
});

test('the address of a profile names the version it comes from', () => {
  const { devDependencies } = JSON.parse(readFileSync(packageFile, 'utf8'));
  expect(devDependencies.eld).toBe(profilesVersion);
});
