import { fileType } from '@parlance/contract/endpoint';
import { NetworkError } from './network-error.ts';
import type { PreparedRequest } from './request.ts';

/** An answer as it came. */
export interface RawAnswer {
  status: number;
  /** A text, or a file as its bytes. */
  body: string | Blob;
}

/** What a caller may ask of one call. */
export interface CallOptions {
  /** Gives the call up; it then fails with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Hears how much of an upload is sent, from 0 to 1; browsers only, calls with a file only. */
  onProgress?: ((fraction: number) => void) | undefined;
}

// A caller who gives up hears their own reason; a time-out is a network that failed.
const failureOf = (cause: unknown, signal: AbortSignal | undefined): unknown => {
  const isTimeout = signal?.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  return signal?.aborted && !isTimeout ? signal.reason : new NetworkError(cause);
};

/** Sends by fetch and reads the whole answer. */
export const sendByFetch = async (
  fetchImplementation: typeof fetch,
  { method, url, headers, body }: PreparedRequest,
  { signal }: CallOptions,
): Promise<RawAnswer> => {
  try {
    const response = await fetchImplementation(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    });
    const isFile = response.headers.get('content-type') === fileType;
    return { status: response.status, body: await (isFile ? response.blob() : response.text()) };
  } catch (cause) {
    throw failureOf(cause, signal);
  }
};

/** Sends by XMLHttpRequest, the only way a browser tells how far an upload is. */
export const sendByXhr = (
  { method, url, headers, body }: PreparedRequest,
  { signal, onProgress }: CallOptions,
): Promise<RawAnswer> => {
  if (signal?.aborted) return Promise.reject(failureOf(signal.reason, signal));
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    const fail = () => reject(failureOf(undefined, signal));
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    });
    xhr.addEventListener('load', () => resolve({ status: xhr.status, body: xhr.responseText }));
    xhr.addEventListener('error', fail);
    xhr.addEventListener('timeout', fail);
    xhr.addEventListener('abort', fail);
    xhr.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    xhr.send(body ?? null);
  });
};
