import { firstApi } from './first-api.ts';
import { laterApi } from './later-api.ts';

/** Every call by name. The client, the routes and the documentation are derived from it. */
export const api = { ...firstApi, ...laterApi } as const;

export type CallName = keyof typeof api;
