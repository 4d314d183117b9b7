import { join } from 'node:path';
import { ApiError } from '@parlance/contract/errors';
import type { FastifyInstance } from 'fastify';
import { createAuthenticate } from '#access/access';
import { isDemoOpen, openDemo } from '#demo/demo';
import { type Clock, systemClock } from '#platform/clock';
import { type Database, openDatabase } from '#platform/database';
import { drainConnections } from '#platform/draining';
import { createEffects } from '#platform/effects';
import { scheduleTidying } from '#platform/embedded-upkeep';
import { type FileStore, scheduleSweep } from '#platform/files';
import { createDiskFileStore } from '#platform/files-disk';
import { createS3FileStore } from '#platform/files-s3';
import { type Readiness, registerHealth } from '#platform/health';
import { createHttp, registerRoutes } from '#platform/http';
import { createJobs } from '#platform/jobs';
import { createLogger, type Logger, registerRequestLog } from '#platform/logger';
import { createSmtpMailer } from '#platform/mail';
import { createMetrics, registerMetrics } from '#platform/metrics';
import { migrate } from '#platform/migrate';
import { clientAddress, trustIn } from '#platform/network';
import { createOutbound, type Outbound } from '#platform/outbound';
import { createOutbox, type Outbox } from '#platform/outbox';
import { registerOutboxRoutes } from '#platform/outbox.routes';
import { pageLocalesOf } from '#platform/page-locale';
import type { Platform } from '#platform/platform';
import { countMails, registerPlatformMetrics } from '#platform/platform-metrics';
import { createPushSender, type PushNetwork } from '#platform/push-sender';
import { createLimits, schedulePurge } from '#platform/rate-limit';
import { connectReplica, primaryOnly } from '#platform/read-replica';
import { createRealtime } from '#platform/realtime';
import { createRequestRates, limitPlainRoutes } from '#platform/request-rates';
import { type ResourceLimits, resourceLimits } from '#platform/resource-limits';
import { loadSecret } from '#platform/secret';
import {
  contentSecurityPolicy,
  registerSecurityHeaders,
  type SecurityHeaderOptions,
} from '#platform/security-headers';
import type { Config } from '#platform/settings';
import { createWebhookSmsSender } from '#platform/sms';
import { createLibreTranslate } from '#platform/translator';
import { limitUploadMemory } from '#platform/upload-memory';
import { loadWebBuild, type WebBuild, withHead } from '#platform/web-build';
import { registerWebBuild } from '#platform/web-build.routes';
import { operatorTags } from '#preview/operator-pages';
import { registerPreviews } from '#preview/preview.routes';
import {
  defineJobs,
  followEffects,
  registerFigures,
  registerPlainRoutes,
  routesFor,
  socketRoutes,
} from '#slices';

/** Test replacements for external dependencies. */
export interface Ports {
  clock?: Clock;
  log?: Logger;
  files?: FileStore;
  /** Requests to servers of the test. */
  outbound?: Outbound;
  /** An opened and migrated database, so that a test run migrates once. */
  database?: Database;
  /** The configured database, if it is already being opened. */
  opening?: Promise<Database>;
  /** The loaded web app, so that a test run reads its ten megabytes once. */
  webBuild?: Promise<WebBuild>;
  /** Disables scheduled background jobs; the test runs them. */
  manualJobs?: boolean;
  /** Lower limits, so that a test reaches them. */
  resourceLimits?: Partial<ResourceLimits>;
  /** Where the push services of a test are. */
  pushNetwork?: PushNetwork;
  /** False for a process without a server, such as the operator's command. */
  isListening?: boolean;
  /** Prints mails of the development outbox and the progress of the first start. */
  print?: (text: string) => void;
}

export interface App {
  url: string;
  http: FastifyInstance;
  platform: Platform;
  /** Null when mail is sent through a real transport. */
  outbox: Outbox | null;
  hasDemoUser: boolean;
  /** Copies the embedded database's data folder as a consistent snapshot; returns the path of the copy. */
  copyDataFolder(): Promise<string>;
  /** Idle connections stay open for `drainMs`, for calls that a proxy has already sent. */
  close(options?: { drainMs?: number }): Promise<void>;
}

export const webBuildFolder = join(import.meta.dirname, '../../web/build/client');
const serverBuildFolder = join(webBuildFolder, '../server');

/** Starts the application and resolves once the server accepts requests. */
export async function startApp(config: Config, ports: Ports = {}): Promise<App> {
  const log = ports.log ?? createLogger({ level: config.logLevel });
  const clock = ports.clock ?? systemClock;
  const database =
    ports.database ??
    (await (ports.opening ??
      openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log })));
  const { pool, reserved, walkPool, db } = database;
  if (!ports.database) await migrate(pool, { log });

  const secret = await loadSecret(config);
  const metrics = createMetrics();
  const outbox = createOutbox({ clock, ...(ports.print ? { print: ports.print } : {}) });
  const usesOutbox = config.smtpUrl === null;
  const limits = { ...resourceLimits, ...ports.resourceLimits };
  const reserveUploadMemory = limitUploadMemory(limits);
  const http = await createHttp(log, limits, config.locales);
  const isTrusted = trustIn(config.trustedProxies);
  const addressOf: Platform['addressOf'] = (request) => clientAddress(request, isTrusted);
  const rates = createRequestRates({ clock, addressOf, isEnabled: config.rateLimits });
  limitPlainRoutes(http, rates);
  const readiness: Readiness = { isReady: false };

  const realtime = createRealtime({
    httpServer: http.server,
    log,
    redisUrl: config.redisUrl,
    allowedOrigin: (origin) => isAllowedOrigin(origin, config),
    clock,
    addressOf,
    areRatesOn: config.rateLimits,
    resourceLimits: limits,
    reserveUploadMemory,
    authenticate: (token) => authenticate(token),
    recheck: (caller, how) => recheck(caller, how),
  });
  const platform: Platform = {
    config,
    log,
    clock,
    db,
    pool,
    reserved,
    walkPool,
    replica: config.databaseReadUrl === null ? primaryOnly : connectReplica(config.databaseReadUrl, log),
    secret,
    metrics,
    realtime,
    effects: createEffects<Platform>(),
    addressOf,
    files: ports.files ?? createFileStore(config),
    mail: countMails(
      config.smtpUrl === null
        ? outbox.mailer
        : createSmtpMailer({ smtpUrl: config.smtpUrl, mailFrom: config.mailFrom }),
      metrics,
    ),
    sms: createSmsSender(config, outbox),
    push: createPush(config, ports, outbox, log),
    translator: config.translate && createLibreTranslate(config.translate),
    outbound: ports.outbound ?? createOutbound(),
    jobs: createJobs({ log, metrics, isManual: ports.manualJobs ?? false }),
    limits: createLimits({ pool, clock, secret, isEnabled: config.rateLimits }),
  };
  const { authenticate, recheck } = createAuthenticate(platform);

  const build = await withHead(
    await (ports.webBuild ?? loadWebBuild(webBuildFolder)),
    operatorTags(config.operator),
  );
  const security: SecurityHeaderOptions = {
    publicUrl: config.publicUrl,
    googleClientId: config.google?.clientId,
    analyticsUrl: config.analyticsUrl,
    isIndexed: config.hasVisitors,
    inlineScriptHashes: build.inlineScriptHashes,
  };
  registerSecurityHeaders(http, security);
  registerRequestLog(http, { isEveryLogged: config.logRequests });
  registerMetrics(http, metrics);
  registerPlatformMetrics(platform, realtime.socketCount);
  registerFigures(platform);
  registerHealth(http, pool, readiness);
  if (usesOutbox && !config.isProduction) registerOutboxRoutes(http, outbox, config);
  const { takeCall } = rates;
  registerRoutes(http, platform, routesFor(config), authenticate, takeCall, reserveUploadMemory);
  registerPlainRoutes(http, platform);
  const offered = pageLocalesOf(build, config.locales);
  await registerPreviews(http, platform, {
    build,
    serverBuild: serverBuildFolder,
    policyOf: (inlineScriptHashes) => contentSecurityPolicy({ ...security, inlineScriptHashes }),
    offered,
    takeCall,
  });
  registerWebBuild(http, build, offered);
  http.setNotFoundHandler(() => {
    throw new ApiError('EndpointNotFound');
  });
  realtime.serveEvents(platform, socketRoutes);
  followEffects(platform.effects);
  schedulePurge(platform.jobs, platform.limits);
  scheduleSweep(platform.jobs, platform.files, clock);
  if (database.isEmbedded) scheduleTidying(platform.jobs, pool);
  await defineJobs(platform);
  await openDemo(platform, ports.print);

  const isListening = ports.isListening ?? true;
  const url = isListening ? await http.listen({ host: config.host, port: config.port }) : '';
  if (!isListening) await realtime.whenJoined();
  readiness.isReady = true;
  // After the demo community was made and pages were loaded: jobs that wait behind that work would run into the time limit of a connection.
  platform.jobs.start();

  return {
    url,
    http,
    platform,
    outbox: usesOutbox ? outbox : null,
    hasDemoUser: isDemoOpen(platform),
    async copyDataFolder() {
      if (!database.copyDataFolder) throw new Error('Only the embedded database has a data folder.');
      return await database.copyDataFolder();
    },
    async close({ drainMs = 0 } = {}) {
      readiness.isReady = false;
      platform.outbound.close();
      const draining = drainConnections(http.server, drainMs);
      // Concurrently: the HTTP server waits for the sockets to close.
      await Promise.all([http.close(), realtime.close()]);
      draining.stop();
      await platform.jobs.stop();
      await platform.mail.close();
      await platform.push?.close();
      await platform.files.close();
      await platform.replica.close();
      if (!ports.database) await database.close();
    },
  };
}

function createFileStore(config: Config): FileStore {
  return config.s3
    ? createS3FileStore(config.s3)
    : createDiskFileStore({ folder: join(config.dataDir, 'media') });
}

function createSmsSender(config: Config, outbox: Outbox): Platform['sms'] {
  if (config.smsWebhookUrl !== null) return createWebhookSmsSender({ webhookUrl: config.smsWebhookUrl });
  return config.smtpUrl === null && !config.isProduction ? outbox.smsSender : null;
}

/** Null, with one line in the log, where several nodes could each generate a pair. */
function createPush(config: Config, ports: Ports, outbox: Outbox, log: Logger): Platform['push'] {
  const sender = createPushSender(config, ports.pushNetwork);
  if (!sender && ports.isListening !== false)
    log.info('push notifications are off: PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY are not set');
  return config.isProduction ? sender : outbox.watchPushes(sender);
}

// Outside production the page can come from the web app's development server, on another port.
function isAllowedOrigin(origin: string, config: Config): boolean {
  if (origin === new URL(config.publicUrl).origin) return true;
  if (config.isProduction) return false;
  const host = URL.parse(origin)?.hostname;
  return host === 'localhost' || host === '127.0.0.1';
}
