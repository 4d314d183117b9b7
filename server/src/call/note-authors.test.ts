import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrationsFolder } from '#platform/migrate';
import { startCallSession } from '#test/call-session';

const dayMs = 24 * 3_600_000;
const migration = readFileSync(join(migrationsFolder, '0024-note-authors.sql'), 'utf8');

test('two older notes with one id keep their text; a third is refused', async () => {
  const session = await startCallSession({ env: { RATE_LIMITS: 'off' } });
  const { scheduleSlotId: elsewhere } = await session.ana.calls.createSlot({
    startsAt: new Date(Math.ceil(session.clock.now().getTime() / dayMs + 1) * dayMs),
    duration: 15,
  });
  const [ana, ben] = [await session.open(session.ana), await session.open(session.ben)];
  session.at(1);
  await ana.join();
  const note = { noteId: randomUUID(), kind: 'word' as const, text: 'of Ana' };
  await ana.emit('call:note', note);
  const minuteLater = new Date(session.clock.now().getTime() + 60_000);
  const undone = new Error('undone');
  const upgrade = session.platform.db.transaction().execute(async (tx) => {
    const write = (userId: string, text: string, noteId = note.noteId, slotId = session.scheduleSlotId) =>
      sql`
      INSERT INTO call_notes (schedule_slot_id, user_id, note_id, kind, text, created_at)
      VALUES (${slotId}, ${userId}, ${noteId}, 'word', ${text}, ${minuteLater})`.execute(tx);
    await sql`ALTER TABLE call_notes DROP CONSTRAINT call_notes_pkey`.execute(tx);
    await sql`ALTER TABLE call_notes ADD PRIMARY KEY (schedule_slot_id, user_id, note_id)`.execute(tx);
    await write(ben.userId, 'of Ben');
    // Two notes of the same millisecond.
    const tied = randomUUID();
    await write(ana.userId, 'tied', tied);
    await write(ben.userId, 'tied', tied);
    // The same id in another session is another note.
    await sql`
      INSERT INTO calls SELECT (jsonb_populate_record(c, jsonb_build_object('schedule_slot_id', ${elsewhere}::uuid))).*
      FROM calls AS c WHERE c.schedule_slot_id = ${session.scheduleSlotId}`.execute(tx);
    await write(ben.userId, 'other session', note.noteId, elsewhere);
    await sql.raw(migration).execute(tx);
    const rows = await tx
      .selectFrom('call_notes')
      .select(['note_id', 'text'])
      .orderBy('created_at')
      .orderBy('text')
      .execute();
    expect(rows.map(({ text }) => text)).toEqual(['of Ana', 'of Ben', 'other session', 'tied', 'tied']);
    expect(rows.map(({ note_id }) => note_id === note.noteId)).toEqual([true, false, true, false, false]);
    expect(rows.filter(({ note_id }) => note_id === tied)).toHaveLength(1);
    await expect(write(ben.userId, 'again')).rejects.toThrow('call_notes_pkey');
    throw undone;
  });
  await expect(upgrade).rejects.toBe(undone);
});
