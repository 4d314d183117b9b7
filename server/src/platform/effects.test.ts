import { expect, test } from 'vitest';
import { createEffects, type Tx, transact } from './effects.ts';

const tx = {} as Tx;

test('effects run in the order of registration, and their deferred work follows in the same order', async () => {
  const effects = createEffects<string>();
  const ran: string[] = [];
  const follow = (name: string) =>
    effects.on('userBanned', async (platform, _tx, { userId }) => {
      ran.push(`${name} ${platform} ${userId}`);
      return async () => void ran.push(`after ${name}`);
    });
  follow('first');
  effects.on('userUnbanned', async () => void ran.push('another event'));
  effects.on('userBanned', async () => void ran.push('nothing deferred'));
  follow('last');
  const after = await effects.run('node', tx, 'userBanned', { userId: 'ana' });
  const inside = ['first node ana', 'nothing deferred', 'last node ana'];
  expect(ran).toEqual(inside);
  await after();
  expect(ran).toEqual([...inside, 'after first', 'after last']);
});

test('deferred work runs after the commit, and not after a rollback', async () => {
  const ran: string[] = [];
  const execute = async (act: (transaction: Tx) => Promise<unknown>) => {
    const result = await act(tx);
    ran.push('commit');
    return result;
  };
  const db = { transaction: () => ({ execute }) } as unknown as Parameters<typeof transact>[0]['db'];
  await transact({ db }, async () => {
    ran.push('act');
    return async () => void ran.push('after');
  });
  expect(ran.splice(0)).toEqual(['act', 'commit', 'after']);
  await transact({ db }, async () => null);
  await expect(transact({ db }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(ran).toEqual(['commit']);
});
