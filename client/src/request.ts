import { apiPrefix, type Endpoint } from '@parlance/contract/endpoint';
import { toWire } from '@parlance/contract/wire';

/** A request without its token. */
export interface PreparedRequest {
  method: Endpoint['method'];
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
  authenticated: 'never' | 'when-there-is-one' | 'always';
}

type Values = Record<string, unknown>;

const pathOf = (endpoint: Endpoint, input: Values): string => {
  const params = endpoint.params ? (toWire(endpoint.params, input) as Values) : {};
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(params[name])),
  );
};

const queryOf = (payload: Values): string => {
  const given = Object.entries(payload).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
};

const formOf = (field: string, input: Values, payload: Values): FormData => {
  const form = new FormData();
  // Fields go first: a server that streams the file needs them before it.
  for (const [name, value] of Object.entries(payload)) {
    if (value !== undefined) form.append(name, String(value));
  }
  const file = input[field];
  if (file instanceof Blob) form.append(field, file);
  return form;
};

const authenticationOf = (endpoint: Endpoint, payload: Values): PreparedRequest['authenticated'] => {
  if (endpoint.access === 'public') return 'when-there-is-one';
  if (endpoint.access === 'entry') return endpoint.signedInWhen?.(payload) ? 'always' : 'never';
  return 'always';
};

/** Turns one merged argument into a request: path parameters, then query, JSON or multipart, depending on the endpoint. */
export const prepareRequest = (baseUrl: string, endpoint: Endpoint, input: Values): PreparedRequest => {
  const payload = endpoint.payload ? (toWire(endpoint.payload, input) as Values) : {};
  const request: PreparedRequest = {
    method: endpoint.method,
    url: `${baseUrl}${apiPrefix}${pathOf(endpoint, input)}`,
    headers: {},
    body: undefined,
    authenticated: authenticationOf(endpoint, payload),
  };
  if (endpoint.method === 'GET') {
    const query = queryOf(payload);
    if (query !== '') request.url += `?${query}`;
  } else if (endpoint.file) {
    request.body = formOf(endpoint.file.field, input, payload);
  } else if (endpoint.payload) {
    request.body = JSON.stringify(payload);
    request.headers['content-type'] = 'application/json';
  }
  return request;
};
