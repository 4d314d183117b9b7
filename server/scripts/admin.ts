// `npm run admin -- COMMAND`. A server running on the data folder executes the command itself: only it has access to the embedded
// database and to the sockets that a ban disconnects. Otherwise this process opens the database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#config';
import type { CommandOutcome } from '#moderation/operator';
import { operatorHelp } from '#moderation/operator-help';
import { askControl } from '#platform/control-socket';
import type { Config } from '#platform/settings';
import { formatFatalError, StartupError } from '#platform/startup-error';

const args = process.argv.slice(2);
const isHelp = args.length === 0 || ['help', '--help', '-h'].includes(args[0] ?? '');

try {
  const { exitCode, output } = isHelp ? { exitCode: 0, output: operatorHelp } : await run(readConfig());
  (exitCode === 0 ? process.stdout : process.stderr).write(output);
  process.exitCode = exitCode;
} catch (error) {
  process.stderr.write(`${formatFatalError(error)}\n`);
  process.exitCode = 1;
}

async function run(config: Config): Promise<CommandOutcome> {
  const answered = await askControl(config.dataDir, { args });
  if (answered !== null) return answered as CommandOutcome;
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'database'))) {
    throw new StartupError(
      `There is no database in ${config.dataDir}. Start the server once, or name its folder with DATA_DIR.`,
    );
  }
  return runAlone(config);
}

/** Loads the whole application, only when no server is running. */
async function runAlone(config: Config): Promise<CommandOutcome> {
  const { startApp } = await import('#app');
  const { runOperatorCommand } = await import('#moderation/operator');
  const { createLogger } = await import('#platform/logger');
  const log = createLogger({ level: 'error' });
  const app = await startApp({ ...config, demoData: false }, { log, manualJobs: true, isListening: false });
  try {
    return await runOperatorCommand(app.platform, args);
  } finally {
    await app.close();
  }
}
