import { uuid } from '@parlance/contract/text';
import { isOnWire } from '@parlance/contract/wire';
import { expect, test } from 'vitest';
import { namedMessageId, newMessageId } from './sending';

test('ids are canonical and differ', () => {
  const ids = Array.from({ length: 50 }, newMessageId);
  expect(ids.every((id) => isOnWire(uuid, id))).toBe(true);
  expect(new Set(ids).size).toBe(50);
});

test('the same words make the same id, other words another', async () => {
  const id = await namedMessageId('note', 'slot', 'text');
  expect(isOnWire(uuid, id)).toBe(true);
  expect(await namedMessageId('note', 'slot', 'text')).toBe(id);
  expect(await namedMessageId('note', 'slott', 'ext')).not.toBe(id);
});
