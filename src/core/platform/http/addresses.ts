import ipaddr from 'ipaddr.js';

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
