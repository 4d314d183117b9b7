import { describe, expect, test } from 'vitest';
import type { OutboxEntry } from '#chat/engine/chat-storage';
import { me, partner, sampleMessage } from '#test/chat-samples';
import { createCorrectionPlaces } from './below-message';
import { conversationRows } from './conversation-rows';

const at = (day: number, hours: number, minutes = 0) => new Date(2026, 4, day, hours, minutes);
const now = at(14, 20);
const outgoing = (clientMessageId: string): OutboxEntry => ({
  clientMessageId,
  partnerId: partner,
  createdAt: now,
  content: 'on its way',
  audio: null,
  failure: null,
});
const rowsOf = (
  messages: ReturnType<typeof sampleMessage>[],
  entries: OutboxEntry[] = [],
  newFrom: number | null = null,
) =>
  conversationRows({
    messages,
    outgoing: entries,
    userId: me,
    newFrom,
    now,
    createPlaces: createCorrectionPlaces,
  });

test('days are headed, Today and Yesterday by name', () => {
  const rows = rowsOf([
    sampleMessage(1, { createdAt: at(2, 9) }),
    sampleMessage(2, { createdAt: at(13, 9) }),
    sampleMessage(3, { createdAt: at(13, 10) }),
    sampleMessage(4, { createdAt: at(14, 9) }),
  ]);
  expect(rows.map((row) => (row.kind === 'day' ? row.heading : row.kind))).toEqual([
    'Saturday, May 2, 2026',
    'message',
    'Yesterday',
    'message',
    'message',
    'Today',
    'message',
  ]);
});

test('a day has one heading, also where the times of two messages around midnight are the other way round', () => {
  const rows = rowsOf([
    sampleMessage(1, { createdAt: at(13, 9) }),
    sampleMessage(2, { createdAt: at(14, 0) }),
    sampleMessage(3, { createdAt: at(13, 23, 59) }),
    sampleMessage(4, { createdAt: at(14, 0, 1) }),
  ]);
  const days = rows.flatMap((row) => (row.kind === 'day' ? [row.heading] : []));
  expect(days).toEqual(['Yesterday', 'Today']);
});

test('messages stand together when one person sends them within minutes', () => {
  const rows = rowsOf([
    sampleMessage(1, { createdAt: at(14, 9, 0) }),
    sampleMessage(2, { createdAt: at(14, 9, 1) }),
    sampleMessage(3, { createdAt: at(14, 9, 2), fromUserId: me }),
    sampleMessage(4, { createdAt: at(14, 9, 30), fromUserId: me }),
  ]);
  expect(rows.map((row) => row.kind === 'message' && row.isFollowed)).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
  expect(rows.map((row) => row.kind === 'message' && row.continues)).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
});

test.each([
  [299_999, true],
  [300_000, false],
])('five minutes end it: %i ms later a message stands together with the last is %s', (ms, continues) => {
  const first = at(14, 9);
  const rows = rowsOf([
    sampleMessage(1, { createdAt: first }),
    sampleMessage(2, { createdAt: new Date(first.getTime() + ms) }),
  ]);
  expect(rows.at(-1)).toMatchObject({ continues });
});

test('days and the line above new messages float, and messages know whose they are', () => {
  const rows = rowsOf(
    [sampleMessage(1, { createdAt: at(14, 9) }), sampleMessage(2, { createdAt: at(14, 9), fromUserId: me })],
    [],
    2,
  );
  expect(rows[0]).toEqual({ kind: 'day', floats: true, id: 'day-2026-4-14', heading: 'Today' });
  expect(rows[1]).toMatchObject({ kind: 'message', isOwn: false });
  expect(rows[2]).toEqual({ kind: 'new-messages', floats: true, id: 'new-messages' });
  expect(rows[3]).toMatchObject({ kind: 'message', isOwn: true, continues: false });
});

test('the line above new messages stands where they begin', () => {
  const rows = rowsOf([sampleMessage(1), sampleMessage(2)], [], 2);
  expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'new-messages', 'message']);
});

test('what is on its way stands at the end, once, and keeps its id when it arrives', () => {
  const waiting = rowsOf([], [outgoing('x')]);
  expect(waiting.map(({ kind }) => kind)).toEqual(['day', 'outgoing']);
  const arrived = rowsOf(
    [sampleMessage(1, { fromUserId: me, createdAt: now, clientMessageId: 'x' })],
    [outgoing('x')],
  );
  expect(arrived.map(({ kind }) => kind)).toEqual(['day', 'message']);
  expect(arrived[1]?.id).toBe(waiting[1]?.id);
});

test('an older page changes nothing in the height of what was there', () => {
  const newer = [3, 4].map((sequence) => sampleMessage(sequence, { createdAt: at(14, 9, sequence) }));
  const older = [1, 2].map((sequence) => sampleMessage(sequence, { createdAt: at(14, 9, sequence) }));
  const gaps = (rows: ReturnType<typeof rowsOf>) =>
    rows.flatMap((row) => ('isFollowed' in row ? [row.isFollowed] : [])).slice(-2);
  expect(gaps(rowsOf([...older, ...newer]))).toEqual(gaps(rowsOf(newer)));
});

describe('a correction', () => {
  const correction = (
    sequence: number,
    target: number,
    changes: Partial<ReturnType<typeof sampleMessage>> = {},
  ) =>
    sampleMessage(sequence, {
      fromUserId: me,
      createdAt: at(14, 12, sequence),
      corrects: { chatMessageId: sampleMessage(target).chatMessageId, kind: 'mistake' },
      ...changes,
    });
  const said = (sequence: number) => sampleMessage(sequence, { createdAt: at(14, 12, sequence) });
  /** Row sequence numbers, each with the numbers of the corrections below it. */
  const laidOut = (...input: Parameters<typeof rowsOf>) =>
    rowsOf(...input).flatMap<unknown[]>((row) =>
      row.kind === 'message'
        ? [
            [
              row.message.sequence,
              row.corrections?.map(({ message, original }) => [message.sequence, original]),
            ],
          ]
        : row.kind === 'day'
          ? []
          : [[row.kind]],
    );

  test('stands below what it corrects, several of them together, without a row of their own', () => {
    expect(laidOut([said(1), said(2), correction(3, 2), correction(4, 2)])).toEqual([
      [1, undefined],
      [
        2,
        [
          [3, 'message 2'],
          [4, 'message 2'],
        ],
      ],
    ]);
  });

  test('of something further up stands there, and is said in its own place as well', () => {
    expect(laidOut([said(1), said(2), correction(3, 1)])).toEqual([
      [1, [[3, 'message 1']]],
      [2, undefined],
      [3, undefined],
    ]);
  });

  test('that changes nothing says in its own row that it looks right', () => {
    const right = correction(3, 1, { content: 'message 1' });
    const rows = rowsOf([said(1), said(2), right, correction(4, 2)]);
    const marks = rows.flatMap((row) =>
      row.kind === 'message' ? [[row.message.sequence, row.looksRight]] : [],
    );
    expect(marks).toEqual([
      [1, undefined],
      [2, undefined],
      [3, true],
      [4, undefined],
    ]);
  });

  test('that is new has its row below the line of new messages', () => {
    const theirs = correction(3, 2, { fromUserId: partner });
    expect(laidOut([said(1), said(2), theirs], [], 3)).toEqual([
      [1, undefined],
      [2, [[3, 'message 2']]],
      ['new-messages'],
      [3, undefined],
    ]);
    // Own messages are never new.
    expect(laidOut([said(1), said(2), correction(3, 2)], [], 2).at(-1)).toEqual([2, [[3, 'message 2']]]);
    expect(laidOut([said(1), said(2), theirs], [], 2).slice(-2)).toEqual([
      [2, [[3, 'message 2']]],
      [3, undefined],
    ]);
  });

  test('of another day has its row in that day', () => {
    const late = correction(2, 1, { createdAt: at(14, 0, 1) });
    const rows = laidOut([sampleMessage(1, { createdAt: at(13, 23, 59) }), late]);
    expect(rows).toEqual([
      [1, [[2, 'message 1']]],
      [2, undefined],
    ]);
  });

  test('of a correction stands with it below the message, against the text of the first', () => {
    const back = correction(4, 3, { fromUserId: partner });
    const expected = [
      [3, 'message 2'],
      [4, 'message 3'],
    ];
    expect(laidOut([said(2), correction(3, 2), back])).toEqual([[2, expected]]);
    expect(laidOut([said(2), said(9), correction(3, 2), back])[0]).toEqual([2, expected]);
  });

  test('of something that is not loaded, or of a recording, or without room below is a row like others', () => {
    const plain = [
      [1, undefined],
      [2, undefined],
    ];
    expect(laidOut([said(1), correction(2, 7)])).toEqual(plain);
    expect(laidOut([{ ...said(1), content: null }, correction(2, 1)])).toEqual(plain);
    const input = { outgoing: [], userId: me, newFrom: null, now, createPlaces: undefined };
    expect(conversationRows({ ...input, messages: [said(1), correction(2, 1)] })).toHaveLength(3);
  });
});

describe('a change of a message that waits in the outbox', () => {
  const own = sampleMessage(1, { fromUserId: me, clientMessageId: 'key', createdAt: at(14, 9) });
  const change = (changes: Partial<OutboxEntry>): OutboxEntry => ({ ...outgoing('change'), ...changes });
  const shown = (entry: OutboxEntry) => {
    const row = rowsOf([own], [entry]).at(-1);
    return row?.kind === 'outgoing' ? { id: row.id, entry: row.entry } : null;
  };

  test('shows in the place of the message, and only there', () => {
    const edit = change({ content: 'edited', changed: { ...own, content: 'edited' } });
    expect(
      rowsOf([own, sampleMessage(2, { createdAt: at(14, 10) })], [edit]).map(({ kind }) => kind),
    ).toEqual(['day', 'outgoing', 'message']);
    expect(shown(edit)).toEqual({ id: 'key', entry: edit });
  });

  test('keeps the new words after a refusal of the edit, and shows the message again after one of the deletion', () => {
    const edit = change({ content: 'edited', changed: { ...own, content: 'edited' }, failure: 'no' });
    expect(shown(edit)?.entry.content).toBe('edited');
    const deletion = change({ content: null, changed: { ...own, content: null, deletedAt: now } });
    expect(shown(deletion)?.entry.changed?.deletedAt).toEqual(now);
    expect(shown({ ...deletion, failure: 'no' })?.entry).toMatchObject({
      content: 'message 1',
      changed: own,
    });
  });
});
