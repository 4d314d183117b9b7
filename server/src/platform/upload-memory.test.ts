import { ApiError } from '@parlance/contract/errors';
import { expect, test } from 'vitest';
import { resourceLimits } from './resource-limits.ts';
import { limitUploadMemory } from './upload-memory.ts';

const tooMany = new ApiError('TooManyRequests', { timeout: 5 });
const full = new ApiError('ServerError', { statusCode: 503, timeout: 5 });

test('refuses a member above their number of uploads until one is released', () => {
  const reserve = limitUploadMemory({ ...resourceLimits, uploadsAPerson: 2 });
  const release = reserve('ana', 10);
  reserve('ana', 10);
  expect(() => reserve('ana', 10)).toThrow(tooMany);
  reserve('ben', 10);
  release();
  reserve('ana', 10);
  expect(() => reserve('ana', 10)).toThrow(tooMany);
});

test('refuses a file that exceeds the bytes of the node', () => {
  const reserve = limitUploadMemory({ ...resourceLimits, uploadBytesANode: 100 });
  const release = reserve('ana', 60);
  reserve('ben', 40);
  expect(() => reserve('chi', 1)).toThrow(full);
  release();
  reserve('chi', 60);
  expect(() => reserve('dan', 1)).toThrow(full);
});

test('a refused upload reserves nothing', () => {
  const reserve = limitUploadMemory({ ...resourceLimits, uploadsAPerson: 1, uploadBytesANode: 100 });
  expect(() => reserve('ana', 101)).toThrow(full);
  const release = reserve('ana', 100);
  expect(() => reserve('ana', 1)).toThrow(tooMany);
  release();
  reserve('ben', 100);
});
