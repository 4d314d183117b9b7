import { enableCompileCache, flushCompileCache } from 'node:module';
import type { App } from '#app';
import { readConfig } from '#config';
import { serveControl } from '#platform/control-socket';
import { openDatabase } from '#platform/database';
import { tryAddress } from '#platform/listening';
import { createLogger } from '#platform/logger';
import { explainDisk, lastWords } from '#platform/start-problem';
import { setUpV8 } from '#platform/v8-settings';

// Half of a start is reading and compiling what is imported below, where it is wanted: the next start finds it compiled.
enableCompileCache();
setUpV8();

// Under the 15 s that process managers commonly give before they kill.
const stopWithinMs = 13_000;
// Long enough for a proxy to notice that this node accepts nobody any more.
const drainMs = 1000;

const say = (text: string): void => {
  process.stdout.write(text);
};

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLogger({ level: config.logLevel });
  await tryAddress(config);
  // The embedded database opens on its own thread while the application is read on this one.
  const opening = openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  // Awaited by the application; until then a failure is nobody's.
  opening.catch(() => {});
  const { startApp } = await import('#app');
  const app = await startApp(config, { log, opening, print: say }).catch((error: unknown) => {
    throw explainDisk(error, config.dataDir);
  });
  stopOnSignal(app, await openControl(app));
  greet(app);
  flushCompileCache();
}

/** Words for somebody at a terminal; in production standard output holds lines of the log and nothing else. */
function greet({ platform: { config, log }, outbox, hasDemoUser }: App): void {
  const { publicUrl, isProduction } = config;
  if (isProduction) {
    log.info({ publicUrl }, 'Parlance is ready');
    return;
  }
  say(`\n  Parlance is ready at ${publicUrl}\n`);
  if (outbox) say(`  Sign-in codes appear here and at ${publicUrl}/dev/outbox\n`);
  if (hasDemoUser) say(`  Nobody to sign in as yet? Choose "Continue as demo user" at ${publicUrl}/login\n`);
  say('  Stop with Ctrl-C.\n\n');
}

/** A data folder that cannot be written, as in a read-only container, costs the operator a way in, not the start. */
async function openControl(app: App): Promise<{ close(): Promise<void> }> {
  const { config, log } = app.platform;
  try {
    return await serveControl({
      dataDir: config.dataDir,
      log,
      answer: (question) => answerOperator(app, question as { args: string[] } | { copy: true }),
    });
  } catch (error) {
    log.warn({ err: error }, 'this process cannot be reached by npm run admin');
    return { close: async () => {} };
  }
}

async function answerOperator(app: App, question: { args: string[] } | { copy: true }): Promise<unknown> {
  if ('copy' in question) return { folder: await app.copyDataFolder() };
  const { runOperatorCommand } = await import('#moderation/operator');
  return await runOperatorCommand(app.platform, question.args);
}

function stopOnSignal(app: App, control: { close(): Promise<void> }): void {
  let isStopping = false;
  const stop = (): void => {
    // Ctrl-C reaches the whole process group and the start script passes it on: the second one is an echo.
    if (isStopping) return;
    isStopping = true;
    const timer = setTimeout(() => {
      app.platform.log.warn('stopped with work still open');
      process.exit(0);
    }, stopWithinMs);
    Promise.all([control.close(), app.close({ drainMs })]).then(
      () => {
        clearTimeout(timer);
        process.exit(0);
      },
      (error: unknown) => {
        app.platform.log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${lastWords(error)}\n`);
  process.exit(1);
});
