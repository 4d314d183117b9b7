import type { FastifyInstance } from 'fastify';
import { accessRoutes } from '#access/access.routes';
import { accountRoutes } from '#account/account.routes';
import type { Effects } from '#platform/effects';
import type { Platform } from '#platform/platform';
import type { SocketRoute } from '#platform/realtime';
import type { Route } from '#platform/serve';
import { staticDataRoutes } from '#static-data/static-data.routes';

/** Every call of the product. A call of the contract that is missing here fails the access matrix. */
export const routes: Route[] = [...staticDataRoutes, ...accessRoutes, ...accountRoutes];

/** Every event that clients may emit. */
export const socketRoutes: SocketRoute[] = [];

/** Addresses outside the contract: media files, calendar feeds. */
export function registerPlainRoutes(_http: FastifyInstance, _platform: Platform): void {}

/** Lets each slice follow what others do to a person. */
export function followEffects(_effects: Effects): void {}

/** Lets each slice define its background work. */
export async function defineJobs(_platform: Platform): Promise<void> {}
