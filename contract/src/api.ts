import { firstApi } from './first-api.ts';
import { laterApi } from './later-api.ts';

/** Every call of the product by name. The client, the routes and the documentation are derived from it. */
export const api = { ...firstApi, ...laterApi } as const;

/** The name of a call. */
export type CallName = keyof typeof api;
