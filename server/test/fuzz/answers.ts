import { apiPrefix } from '@parlance/contract/endpoint';
import { errorTable } from '@parlance/contract/error-table';
import { ApiError, errorBody } from '@parlance/contract/errors';
import { isOnWire } from '@parlance/contract/wire';
import * as z from 'zod/mini';
import type { HttpCall } from './http-calls.ts';

export interface Answer {
  status: number;
  contentType: string;
  text: string;
}

// Two statuses reuse another entry of the error table: an unsatisfiable range and a stopping server.
const borrowed = new Set(['416/1000', '503/7000']);

/** Returns what is wrong with a response, or null. */
export function problemOf(call: HttpCall, { status, contentType, text }: Answer): string | null {
  if (isOverload(call, status, text)) return null;
  if (status >= 500) return `answered ${status} ${text.slice(0, 300)}`;
  if (call.method === 'HEAD' || status === 304) return null;
  // Outside the API a browser gets a page for missing content and for an exceeded rate.
  if (
    (status === 404 || status === 429) &&
    contentType.startsWith('text/html') &&
    !call.path.startsWith(apiPrefix)
  )
    return null;
  if (status >= 400) return refusalProblem(parse(text), status);
  if (call.endpoint === null || call.endpoint.produces) return null;
  if (!contentType.startsWith('application/json')) return `answered ${contentType}`;
  return isOnWire(call.endpoint.result, parse(text)) ? null : `a success out of shape: ${text.slice(0, 300)}`;
}

/** Whether a 503 reports a full queue of a limited resource. */
function isOverload({ endpoint }: HttpCall, status: number, text: string): boolean {
  if (status !== 503 || !(endpoint?.file || endpoint?.produces)) return false;
  const { success, data } = z.safeParse(errorBody, parse(text));
  return success && data.code === errorTable.ServerError.code && data.timeout !== undefined;
}

/** Returns what is wrong with an error body: it must match an entry of the table in status, code and message. */
export function refusalProblem(body: unknown, status?: number): string | null {
  const outcome = z.safeParse(errorBody, body);
  if (!outcome.success) return `an error out of shape: ${JSON.stringify(body)?.slice(0, 300)}`;
  const { statusCode, code, message } = outcome.data;
  const error = ApiError.fromBody(outcome.data);
  const row = error.errorName === null ? null : errorTable[error.errorName];
  const isRow = row?.statusCode === statusCode || borrowed.has(`${statusCode}/${code}`);
  if (!isRow || message === '' || (status !== undefined && status !== statusCode)) {
    return `status ${status} with a body that is no row of the table: ${JSON.stringify(body)}`;
  }
  return statusCode >= 500 ? `answered ${statusCode}` : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
