import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Returns the network of a peer: /24 for IPv4 (also IPv4-mapped) and /64 for IPv6, the size of one household or one cheap server. */
export function networkOf(ip: string): string {
  const [bare = ''] = ip.split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  const v4 = mapped ?? bare;
  if (isIPv4(v4)) return `${v4.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIPv6(bare)) return `${groupsOf(bare).slice(0, 4).join(':')}::/64`;
  return bare;
}

/** Returns the /48 of an IPv6 peer, which providers assign to one customer (65,536 networks). Null for IPv4. */
export function siteOf(ip: string): string | null {
  const network = networkOf(ip);
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : null;
}

function groupsOf(ip: string): string[] {
  const [head = '', tail] = ip.toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array<string>(Math.max(0, missing)).fill('0'), ...back].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  );
}

/** The parts of a request that determine its address. */
export interface Arrived {
  socket: { remoteAddress?: string | undefined };
  headers: NodeJS.Dict<string | string[]>;
}

const namedRanges: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether a text is an address, a range or the name of a range. */
export function isRange(text: string): boolean {
  if (Object.hasOwn(namedRanges, text)) return true;
  const { address, size, bits } = partsOf(text);
  return isIP(address) !== 0 && /^\d{1,3}$/.test(size) && Number(size) <= bits;
}

/** Returns a predicate for addresses in the ranges, which `isRange` has validated. */
export function trustIn(ranges: string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges.flatMap((text) => namedRanges[text] ?? [text])) {
    const { address, size, bits } = partsOf(range);
    list.addSubnet(address, Number(size), bits === 32 ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}

/** Splits a range; without a size it is a single address. */
function partsOf(range: string): { address: string; size: string; bits: 32 | 128 } {
  const [, address = range, given] = /^([^/]*)\/(.*)$/.exec(range) ?? [];
  const bits = isIPv4(address) ? 32 : 128;
  return { address, bits, size: given ?? String(bits) };
}

/** Returns the client address: only trusted proxies are believed about the address they forward. */
export function clientAddress({ socket, headers }: Arrived, isTrusted: (address: string) => boolean): string {
  let address = socket.remoteAddress ?? '';
  const told = headers['x-forwarded-for'];
  if (told === undefined || !isTrusted(address)) return address;
  const chain = String(told)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  for (let next = chain.pop(); next !== undefined && isTrusted(address); next = chain.pop()) address = next;
  return address;
}
