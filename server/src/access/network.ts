import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network a peer stands in: /24 of IPv4, /64 of IPv6, which are what one household or one cheap server commands. An
 * IPv4 address in IPv6 clothing is the IPv4 address.
 */
export function networkOf(ip: string): string {
  const bare = ip.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  const v4 = mapped ?? bare;
  if (isIPv4(v4)) return `${v4.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIPv6(bare)) return `${groupsOf(bare).slice(0, 4).join(':')}::/64`;
  return bare;
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
