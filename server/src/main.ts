import { enableCompileCache, flushCompileCache } from 'node:module';
import type { App } from '#app';
import { readConfig } from '#config';
import { checkAddressFree } from '#platform/address-check';
import { serveControl } from '#platform/control-socket';
import { openDatabase } from '#platform/database';
import { createLogger } from '#platform/logger';
import { explainDisk, formatFatalError } from '#platform/startup-error';
import { setUpV8 } from '#platform/v8-settings';

// Half of the start time is compiling imports: the compile cache keeps the result for the next start.
enableCompileCache();
setUpV8();

// Below the 15 s that process managers commonly allow before SIGKILL.
const stopWithinMs = 13_000;
// Long enough for a proxy to detect that this node no longer accepts connections.
const drainMs = 1000;

const say = (text: string): void => {
  process.stdout.write(text);
};

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLogger({ level: config.logLevel });
  await checkAddressFree(config);
  // The embedded database opens on a worker thread while this thread loads the application.
  const opening = openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  // The application awaits `opening` later; this handler prevents an unhandled rejection until then.
  opening.catch(() => {});
  const { startApp } = await import('#app');
  const app = await startApp(config, { log, opening, print: say }).catch((error: unknown) => {
    throw explainDisk(error, config.dataDir);
  });
  stopOnSignal(app, await openControl(app));
  greet(app);
  checkMail(app);
  flushCompileCache();
}

/** Prints start information to a terminal; in production standard output holds only log lines. */
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

/** Otherwise a wrong SMTP_URL is noticed only when the first sign-in code does not arrive. */
function checkMail({ platform: { mail, log } }: App): void {
  mail.check().catch((err: unknown) => log.error({ err }, 'SMTP_URL does not work: mails wait in the queue'));
}

/** Opens the control socket. A read-only data folder disables operator commands but does not fail the start. */
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
    // Ctrl-C reaches the whole process group and the start script forwards it: ignore the second signal.
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
  process.stderr.write(`${formatFatalError(error)}\n`);
  process.exit(1);
});
