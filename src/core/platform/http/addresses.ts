import ipaddr from 'ipaddr.js';

const [globalUnicast, prefix] = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address of the open Internet. Everything special is refused, forms that carry an IPv4 address inside
 * an IPv6 one included (v4-mapped, NAT64, 6to4, Teredo): where they lead depends on the network we stand in.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  // The library calls all unassigned IPv6 space ordinary; only 2000::/3 is.
  const isGlobal = address.kind() === 'ipv4' || address.match(globalUnicast, prefix);
  return isGlobal && address.range() === 'unicast';
}
