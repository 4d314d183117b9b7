import { fileType } from '@parlance/contract/endpoint';
import { NetworkError } from './network-error.ts';
import type { PreparedRequest } from './request.ts';

export interface RawAnswer {
  status: number;
  /** Text, or a Blob for a file. */
  body: string | Blob;
}

export interface CallOptions {
  /** Aborts the call, which then fails with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called with the upload progress, from 0 to 1; only in browsers and for calls with a file. */
  onProgress?: ((fraction: number) => void) | undefined;
}

// An abort by the caller fails with the caller's reason; a timeout is a NetworkError.
const failureOf = (cause: unknown, signal: AbortSignal | undefined): unknown => {
  const isTimeout = signal?.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  return signal?.aborted && !isTimeout ? signal.reason : new NetworkError(cause);
};

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

/** Sends by XMLHttpRequest, the only browser API with upload progress. */
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
