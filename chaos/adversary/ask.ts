import { apiPrefix } from '@parlance/contract/endpoint';
import type { Member } from './members.ts';

/** Calls the API without the client, for the bytes and headers of the answer. */
export const ask = ({ url, token }: Member, path: string, body?: unknown): Promise<Response> =>
  fetch(`${url}${apiPrefix}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
