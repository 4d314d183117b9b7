import { ApiError } from '@parlance/contract/errors';
import { expect, test } from 'vitest';
import { resourceLimits } from './resource-limits.ts';
import { limitUploads } from './upload-places.ts';

const tooMany = new ApiError('TooManyRequests', { timeout: 5 });
const full = new ApiError('ServerError', { statusCode: 503, timeout: 5 });

test('a member has so many places, and each one that is given back can be taken again', () => {
  const take = limitUploads({ ...resourceLimits, uploadsAPerson: 2 });
  const leave = take('ana', 10);
  take('ana', 10);
  expect(() => take('ana', 10)).toThrow(tooMany);
  take('ben', 10);
  leave();
  take('ana', 10);
  expect(() => take('ana', 10)).toThrow(tooMany);
});

test('all files together fit into the bytes of the node, to the last one', () => {
  const take = limitUploads({ ...resourceLimits, uploadBytesANode: 100 });
  const leave = take('ana', 60);
  take('ben', 40);
  expect(() => take('chi', 1)).toThrow(full);
  leave();
  take('chi', 60);
  expect(() => take('dan', 1)).toThrow(full);
});

test('what is refused holds nothing', () => {
  const take = limitUploads({ ...resourceLimits, uploadsAPerson: 1, uploadBytesANode: 100 });
  expect(() => take('ana', 101)).toThrow(full);
  const leave = take('ana', 100);
  expect(() => take('ana', 1)).toThrow(tooMany);
  leave();
  take('ben', 100);
});
