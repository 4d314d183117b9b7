import type { Certificate } from '@parlance/contract/certificates';
import { ApiError } from '@parlance/contract/errors';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { setZone } from '#test/browser/surroundings';
import CertificatePage from './certificate/certificate-page';

const code = '0123456789ABCDEFGHJK';
let certificate: Certificate;

beforeEach(() => {
  certificate = {
    status: 'valid',
    withdrawnAt: null,
    name: 'ليلى Lovelace',
    programme: 'Tandem spring',
    office: 'Language Centre',
    languages: [
      { languageCode: 'es', minutes: 630 },
      { languageCode: 'de', minutes: 600 },
    ],
    minutes: 1230,
    termStartsOn: '2026-04-01',
    termEndsOn: '2026-07-15',
    issuedOn: '2026-07-16',
  };
  server.answer('getCertificate', () => certificate);
});

test('a valid certificate shows what is printed, a QR code of its address, and can be printed', async () => {
  // West of UTC, where each day of the calendar begins on the day before.
  await setZone('America/Los_Angeles');
  const print = vi.spyOn(window, 'print').mockReturnValue();
  render(<CertificatePage code={code} />);
  await expect.element(page.getByText('This certificate is valid.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'ليلى Lovelace' })).toBeVisible();
  const texts = [
    '10 h 30',
    '10 h',
    '20 h 30',
    'Issued on July 16, 2026',
    'April 1 – July 15, 2026',
    `${location.origin}/certificate/${code}`,
  ];
  for (const text of texts) await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  const drawn = page.getByRole('img', { name: /^QR code/ }).element();
  // Version 3 or more: three finder patterns and a quiet zone of four modules.
  expect(Number(drawn.getAttribute('viewBox')?.split(' ')[2])).toBeGreaterThanOrEqual(29 + 8);
  expect(drawn.lastElementChild?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/);
  await page.getByRole('button', { name: 'Print or save as PDF' }).click();
  expect(print).toHaveBeenCalledOnce();
  await expect.poll(() => server.params('getCertificate')).toEqual([{ code }]);
});

test('a withdrawn one says when, and is not offered for printing', async () => {
  certificate = { ...certificate, status: 'withdrawn', withdrawnAt: new Date('2026-08-02T12:00:00.000Z') };
  render(<CertificatePage code={code} />);
  await expect.element(page.getByText('This certificate was withdrawn on August 2, 2026.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Print/ })).not.toBeInTheDocument();
});

test('an unknown code says that there is no such certificate, and names nothing', async () => {
  server.answer('getCertificate', () => {
    throw new ApiError('ResourceNotFound');
  });
  render(<CertificatePage code={code} />);
  await expect.element(page.getByRole('heading', { name: 'There is no such certificate' })).toBeVisible();
  await expect.element(page.getByRole('article')).not.toBeInTheDocument();
});

test('a failed check is not the same as an unknown code, and can be repeated', async () => {
  server.answer('getCertificate', () => {
    throw new ApiError('ServerError');
  });
  render(<CertificatePage code={code} />);
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  server.answer('getCertificate', () => certificate);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('This certificate is valid.')).toBeVisible();
});
