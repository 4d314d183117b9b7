import { expect, test } from 'vitest';
import { findViolations, type History, isWithoutGap, type SeenMessage } from './history.ts';

const conversation = 'ana and ben';

/** Ana sends 1 and 3, Ben sends 2; all messages arrive. */
function faultless(): History {
  const messages: SeenMessage[] = [
    { chatMessageId: 'm1', key: 'k1', sender: 'ana', sequence: 1 },
    { chatMessageId: 'm2', key: 'k2', sender: 'ben', sequence: 2 },
    { chatMessageId: 'm3', key: 'k3', sender: 'ana', sequence: 3 },
  ];
  const placeOf = { m1: 0, m2: 0, m3: 1 } as Record<string, number>;
  return {
    sends: messages.map(({ chatMessageId, key, sender, sequence }) => ({
      key: key ?? '',
      sender,
      conversation,
      place: placeOf[chatMessageId] ?? 0,
      acknowledged: { chatMessageId, sequence },
    })),
    views: ['ana', 'ben'].map((viewer) => ({ viewer, conversation, messages: structuredClone(messages) })),
    stored: new Map([[conversation, messages]]),
  };
}

/** The violations found after one corruption of a valid history. */
function found(spoil: (history: History, rows: SeenMessage[]) => void): string[] {
  const history = faultless();
  spoil(history, history.stored.get(conversation) ?? []);
  return findViolations(history).map((violation) => violation.split(':')[0] ?? '');
}

test('a history in which all went well has no violation', () => {
  expect(findViolations(faultless())).toEqual([]);
});

test('a message that was never acknowledged may be stored or not', () => {
  expect(
    found(({ sends, views }, rows) => {
      if (sends[2]) sends[2].acknowledged = null;
      rows.pop();
      for (const view of views) view.messages.pop();
    }),
  ).toEqual([]);
  expect(
    found(({ sends }) => {
      if (sends[2]) sends[2].acknowledged = null;
    }),
  ).toEqual([]);
});

test('reports an acknowledged message that is not stored as lost', () => {
  expect(
    found(({ views }, rows) => {
      rows.pop();
      for (const view of views) view.messages.pop();
    }),
  ).toEqual(['lost']);
});

test('an acknowledgement that names the message of another key is mistaken', () => {
  const mistaken = found(({ sends }) => {
    if (sends[0]) sends[0].acknowledged = { chatMessageId: 'm2', sequence: 2 };
  });
  expect(mistaken).toContain('mistaken');
});

test('reports a sequence number that differs from the acknowledged one', () => {
  expect(
    found(({ sends }) => {
      if (sends[1]) sends[1].acknowledged = { chatMessageId: 'm2', sequence: 7 };
    }),
  ).toEqual(['renumbered']);
});

test('a key that is stored twice is doubled', () => {
  const doubled = found(({ views }, rows) => {
    const copy = { chatMessageId: 'm4', key: 'k3', sender: 'ana', sequence: 4 };
    rows.push(copy);
    for (const view of views) view.messages.push(copy);
  });
  expect(doubled).toEqual(['doubled']);
});

test('reports a message that was not sent, or sent elsewhere, as invented', () => {
  const stranger = { chatMessageId: 'm4', key: 'k9', sender: 'cem', sequence: 4 };
  expect(
    found(({ views }, rows) => {
      rows.push(stranger);
      for (const view of views) view.messages.push(stranger);
    }),
  ).toEqual(['invented']);
  expect(
    found((history) => {
      history.sends = history.sends.map((send) =>
        send.key === 'k2' ? { ...send, conversation: 'ben and cem' } : send,
      );
    }),
  ).toEqual(['invented']);
});

test('a number given twice and a number left out are found', () => {
  const renumber = (from: number, to: number) => (history: History, rows: SeenMessage[]) => {
    const everywhere = [...rows, ...history.views.flatMap(({ messages }) => messages)];
    for (const message of everywhere) if (message.sequence === from) message.sequence = to;
    for (const { acknowledged } of history.sends)
      if (acknowledged?.sequence === from) acknowledged.sequence = to;
  };
  expect(found(renumber(3, 2))).toEqual(['misnumbered']);
  expect(found(renumber(3, 4))).toEqual(['misnumbered']);
});

test('messages sent one after the other in the wrong order are reordered', () => {
  expect(
    found(({ sends }) => {
      if (sends[0]) sends[0].place = 5;
    }),
  ).toEqual(['reordered']);
});

test('a side that misses a message, sees one twice or in another place is found', () => {
  expect(found(({ views }) => void views[0]?.messages.shift())).toEqual(['different view']);
  expect(
    found(({ views }) => {
      const view = views[1];
      if (view?.messages[0]) view.messages.splice(1, 1, view.messages[0]);
    }),
  ).toEqual(['different view']);
  expect(found(({ views }) => void views[1]?.messages.reverse())).toEqual(['different view']);
});

test('a view may begin late but has no hole', () => {
  expect(isWithoutGap([4, 5, 6])).toBe(true);
  expect(isWithoutGap([])).toBe(true);
  expect(isWithoutGap([4, 6])).toBe(false);
  expect(isWithoutGap([4, 4])).toBe(false);
});
