import { expect, it, vi } from 'vitest';
import { type Batch, createOutgoing } from './outgoing-signals';

const again = { again: true } as const;
const settled = () => new Promise((resolve) => setTimeout(resolve));

function collect(canSignal: () => boolean = () => true) {
  const posted: Batch[] = [];
  const receipts: ((hasArrived: boolean) => void)[] = [];
  const onLost = vi.fn();
  const post = (batch: Batch) => {
    posted.push(batch);
    return new Promise<boolean>((resolve) => receipts.push(resolve));
  };
  return { posted, receipts, onLost, outgoing: createOutgoing({ canSignal, post, onLost }) };
}

it('signals wait for the previous receipt and are sent together', async () => {
  const { posted, receipts, outgoing } = collect();
  for (let item = 0; item < 40; item += 1) outgoing.say(again);
  expect(posted.map(({ items }) => items.length)).toEqual([1]);
  receipts[0]?.(true);
  await settled();
  receipts[1]?.(true);
  await settled();
  expect(posted.map(({ items }) => items.length)).toEqual([1, 32, 7]);
});

it('signals without a partner are dropped and never sent later', async () => {
  let isHere = false;
  const { posted, onLost, outgoing } = collect(() => isHere);
  outgoing.say(again);
  expect(onLost).toHaveBeenCalledTimes(1);
  isHere = true;
  outgoing.say(again);
  expect(posted.map(({ items }) => items.length)).toEqual([1]);
});

it('after a lost batch the queue behind it is dropped', async () => {
  const { posted, receipts, onLost, outgoing } = collect();
  outgoing.say(again);
  outgoing.say(again);
  receipts[0]?.(false);
  await settled();
  expect(onLost).toHaveBeenCalledTimes(1);
  expect(posted).toHaveLength(1);
});

it('the first signals of a new connection do not wait for the previous one, and ignore its loss', async () => {
  const { posted, receipts, onLost, outgoing } = collect();
  outgoing.begin(1);
  outgoing.say(again);
  outgoing.begin(2);
  outgoing.say(again);
  expect(posted.map(({ epoch }) => epoch)).toEqual([1, 2]);
  receipts[0]?.(false);
  await settled();
  expect(onLost).not.toHaveBeenCalled();
});
