import ipaddr from 'ipaddr.js';

/** An address and its prefix length. */
export type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Parses `10.0.0.0/8` or a single address; null for anything else. */
export function parseNetwork(text: string): Network | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

const [globalUnicast, prefix] = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is on the public Internet. False for all special ranges, including IPv6 forms that embed an IPv4
 * address (v4-mapped, NAT64, 6to4, Teredo): their target depends on the local network.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  // The library classifies all unassigned IPv6 space as unicast; only 2000::/3 is.
  const isGlobal = address.kind() === 'ipv4' || address.match(globalUnicast, prefix);
  return isGlobal && address.range() === 'unicast';
}

/** Without the brackets of IPv6 and the final period. */
export const bareHost = (name: string): string => name.replace(/^\[|\]$/g, '').replace(/\.$/, '');

export const isLoopbackName = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');
/** Whether a host, with or without the brackets of IPv6, is this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = bareHost(host);
  return isLoopbackName(name) || (ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback');
}

/** Whether a proxy is configured: what it forwards may come from anywhere. */
export const hasProxy = ({ publicUrl, trustedProxies }: { publicUrl: string; trustedProxies: readonly string[] }): boolean =>
  trustedProxies.length > 0 || (publicUrl !== '' && !isLoopbackHost(new URL(publicUrl).hostname));

const prefixes = [64, 56, 48];

/**
 * The networks that an address belongs to, the smallest first. An IPv6 customer has at least a /64, so its addresses count as one,
 * and often a /56 or a /48; an IPv4 address counts by itself.
 */
export function networksOf(address: string): [string, ...string[]] {
  if (!ipaddr.isValid(address)) return [address];
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return [parsed.toString()];
  const [smallest = address, ...wider] = prefixes.map((bits) =>
    ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString(),
  );
  return [smallest, ...wider.map((network, index) => `${network}/${prefixes[index + 1]}`)];
}

export const networkOf = (address: string): string => networksOf(address)[0];
export const widestNetworkOf = (address: string): string => networksOf(address).at(-1) ?? address;

/** How much more of something a wider network may have than the smallest: twice for a /56, four times for a /48. */
export const shareOf = (index: number): number => 2 ** index;
