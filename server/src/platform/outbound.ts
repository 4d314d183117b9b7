import { promises as dns, type LookupAddress } from 'node:dns';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { ApiError } from '@parlance/contract/errors';
import { exchange } from './outbound-exchange.ts';

/**
 * Requests to addresses that members supply: push services and external calendars. Without a guard such an address could reach the
 * machine itself, its network or the metadata service of a cloud (SSRF). Only https on port 443 of public addresses is contacted.
 */
export interface Outbound {
  /** Rejects with `OutboundRefused` before a connection to a refused address, and with another error on network faults and timeouts. */
  request(address: string, options: OutboundRequest): Promise<OutboundResponse>;
  /** Ends requests in progress and refuses further ones with a 503, so that a slow address does not delay a shutdown. */
  close(): void;
}

export interface OutboundRequest {
  method: 'GET' | 'POST';
  headers?: OutgoingHttpHeaders;
  body?: Buffer;
  /** Covers the whole exchange, all redirects included. */
  timeoutMs: number;
  /** The response is cut off here, see `isTruncated`. */
  maxBytes: number;
  /** The number of redirects that are followed, each checked again; a further one is returned as it is. */
  redirectsMax?: number;
}

export interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  isTruncated: boolean;
}

export interface OutboundOptions {
  /** Connections per host that are open and, where given, stay open for the next requests. */
  connectionsMax?: number;
  /** Tests only; production passes none of the following, and no setting reaches them. */
  resolve?: (host: string) => Promise<LookupAddress[]>;
  isAllowed?: (address: string) => boolean;
  isAllowedPort?: (port: string) => boolean;
  ca?: string;
}

/** The address itself, its encoding or what its name resolves to is not accepted. A retry does not help. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
}

const addressMaxLength = 1024;
/** Connections to hosts that are requested rarely must not add up. */
const idleMs = 60_000;
const retryAfterSeconds = 5;

// The IANA special-purpose registries. 192.88.99.0/24 and 2002::/16 are 6to4, which leads to an IPv4 address of the caller's choice.
const specialRanges = {
  ipv4: `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
    192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`,
  ipv6: '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
} as const;
const notPublic = new BlockList();
for (const family of ['ipv4', 'ipv6'] as const)
  for (const range of specialRanges[family].split(/\s+/)) addRange(notPublic, range, family);

// Only this range holds public IPv6 addresses: it excludes loopback, link-local, unique-local, IPv4-mapped and NAT64 addresses.
const globalUnicast = new BlockList();
addRange(globalUnicast, '2000::/3', 'ipv6');

function addRange(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', bits] = range.split('/');
  list.addSubnet(network, Number(bits), family);
}

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4');
    case 6:
      // A zone ("%eth0") selects an interface of this machine.
      if (address.includes('%')) return false;
      return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Parses and checks an address without resolving its name. */
export function checkOutboundAddress(address: string, options: OutboundOptions = {}): URL {
  const { isAllowed = isPublicAddress, isAllowedPort = (port) => port === '' } = options;
  const url = address.length > addressMaxLength ? null : URL.parse(address);
  if (url?.protocol !== 'https:') throw new OutboundRefused('no https address');
  if (url.username !== '' || url.password !== '') throw new OutboundRefused('the address has a user part');
  if (!isAllowedPort(url.port)) throw new OutboundRefused('the address has a port');
  const host = hostOf(url);
  // A connection to a literal address skips `lookup`, where names are checked.
  if (isIP(host) !== 0 && !isAllowed(host)) throw new OutboundRefused(`${host} is not public`);
  return url;
}

/** The host of an address without the brackets of IPv6 and without the dot of a rooted name. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$|\.$/g, '');
}

/**
 * The check is the connection's own lookup: it connects to the addresses that were checked. A check before the request would be open
 * to DNS rebinding, where the second resolution returns another address.
 */
function guardedLookup({
  resolve = resolveAll,
  isAllowed = isPublicAddress,
}: OutboundOptions): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => isAllowed(address)))
          done(new OutboundRefused(`${host} is not public`), []);
        else if (options.all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };
}

const resolveAll = (host: string) => dns.lookup(host, { all: true, verbatim: true });

const redirects = new Set([301, 302, 303, 307, 308]);

export function createOutbound(options: OutboundOptions = {}): Outbound {
  const agent = new https.Agent({
    keepAlive: true,
    maxSockets: options.connectionsMax ?? 64,
    maxFreeSockets: options.connectionsMax ?? 16,
    scheduling: 'lifo',
    timeout: idleMs,
    lookup: guardedLookup(options),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });

  const closing = new AbortController();

  async function follow(address: string, { timeoutMs, redirectsMax = 0, ...rest }: OutboundRequest) {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal]);
    let url = checkOutboundAddress(address, options);
    for (let followed = 0; ; followed += 1) {
      const response = await exchange(url, { ...rest, agent, signal });
      if (!response) throw new OutboundRefused('the response is encoded');
      const { location } = response.headers;
      if (!redirects.has(response.status) || location === undefined || followed >= redirectsMax)
        return response;
      url = checkOutboundAddress(URL.parse(location, url.href)?.href ?? '', options);
    }
  }

  return {
    request: (address, request) =>
      follow(address, request).catch((error: unknown) => {
        if (!closing.signal.aborted) throw error;
        throw new ApiError('ServerError', { statusCode: 503, timeout: retryAfterSeconds });
      }),
    close() {
      closing.abort();
      agent.destroy();
    },
  };
}
