import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ApiError } from '@parlance/contract/errors';
import type pg from 'pg';
import { callsOf } from '#parts/bookings';
import { nodeEnvironment, startNode } from '#parts/node';
import { inParallel, type Person, signUp } from '#parts/people';
import { startPostgres } from '#parts/postgres';
import { onStage, type Stage } from '#parts/stage';
import type { Scenario } from './scenario.ts';

const diskBytes = 2 * 1024 * 1024;
const uploads = 60;
const recording = join(import.meta.dirname, '../../server/test/fixtures/voice.m4a');
const noCleanUp = join(import.meta.dirname, '../sabotage/no-clean-up.preload.ts');

/** The media disk is full: uploads fail cleanly, nothing is stored partially, and uploads work again once there is space. */
export const diskFull: Scenario = {
  name: 'disk-full',
  sabotages: { 'nothing is cleaned up': 'half-stored' },
  run: ({ sabotage }) =>
    onStage(async (stage) => {
      const postgres = await startPostgres(stage);
      const disk = mountSmallDisk(stage);
      const node = await startNode(stage, {
        env: nodeEnvironment({ databaseUrl: postgres.url, dataDir: disk }),
        preload: sabotage === null ? undefined : noCleanUp,
      });
      const [sender, receiver] = (await signUp(node.url, 2)) as [Person, Person];
      const calls = callsOf(sender, node.url);
      const audio = new Blob([readFileSync(recording)]);
      const broken: string[] = [];
      const send = (clientMessageId: string) =>
        calls.sendVoiceMessage({ userId: receiver.userId, clientMessageId, audio });
      const tryToSend = async (key: string): Promise<boolean> => {
        try {
          await send(key);
          return true;
        } catch (error) {
          const isClear = error instanceof ApiError && error.is('ServerError');
          if (!isClear) broken.push(`unclear: ${error}`);
          return false;
        }
      };

      await send(randomUUID());
      const ballast = join(disk, 'ballast');
      writeFileSync(ballast, Buffer.alloc(diskBytes - 64 * 1024));
      const keys = Array.from({ length: uploads }, () => randomUUID());
      const taken = await inParallel(keys, 8, tryToSend);
      const refused = taken.filter((isTaken) => !isTaken).length;
      if (refused === 0) broken.push('no trouble: the disk never was full');
      await calls
        .sendTextMessage({ userId: receiver.userId, content: 'Can you hear me?' })
        .catch((error: unknown) => broken.push(`text refused: ${error}`));
      broken.push(...(await findHalfStored(postgres.pool, disk)));

      rmSync(ballast);
      const again = await inParallel(keys, 4, tryToSend);
      const stillRefused = again.filter((isTaken) => !isTaken).length;
      if (stillRefused > 0) broken.push(`stuck: ${stillRefused} uploads are refused although there is room`);
      const { rows } = await postgres.pool.query<{ voices: string }>(
        `SELECT count(*) AS voices FROM chat_messages WHERE type = 'voice'`,
      );
      if (Number(rows[0]?.voices) !== uploads + 1)
        broken.push(`doubled or lost: ${rows[0]?.voices} recordings are stored`);
      broken.push(...(await findHalfStored(postgres.pool, disk)), ...node.surprises);
      return {
        broken,
        figures: `${uploads} uploads, ${refused} refused while the disk was full, all taken afterwards`,
      };
    }),
};

function mountSmallDisk(stage: Stage): string {
  const folder = join(stage.folder, 'small-disk');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (cause) {
    throw new Error('A disk that can be full is mounted (tmpfs), for which one has to be root.', { cause });
  }
  stage.defer(() => execFileSync('umount', [folder]));
  return folder;
}

/** Finds a file without its message, a message without its file, and partial files. */
async function findHalfStored(pool: pg.Pool, disk: string): Promise<string[]> {
  const { rows } = await pool.query<{ audio_key: string }>(
    `SELECT audio_key FROM chat_messages WHERE type = 'voice'`,
  );
  const named = new Set(rows.map(({ audio_key }) => basename(audio_key)));
  const files = globSync(join(disk, 'media/**/{*,.*}')).filter((path) => statSync(path).isFile());
  const present = new Set(files.map((path) => basename(path)));
  const sizes = new Set(files.filter((path) => named.has(basename(path))).map((path) => statSync(path).size));
  return [
    ...files
      .filter((path) => !named.has(basename(path)))
      .map((path) => `half-stored: ${basename(path)} belongs to no message`),
    ...[...named].filter((name) => !present.has(name)).map((name) => `half-stored: ${name} is not there`),
    // The recording is always the same: another size means a partial file.
    ...(sizes.size > 1 ? [`half-stored: recordings of ${[...sizes].join(', ')} bytes`] : []),
  ];
}
