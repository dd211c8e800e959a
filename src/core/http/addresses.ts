import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.parseCIDR('2000::/3');
/** Special by IANA's registries though the library counts them as ordinary. */
const special = ['192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24', '2001::/23', '2620:4f:8000::/48', '3fff::/20'].map((range) =>
  ipaddr.parseCIDR(range),
);

/**
 * True for an address of the open Internet. Everything special is refused, forms that carry an IPv4 address inside
 * an IPv6 one included (v4-mapped, NAT64, 6to4, Teredo): where they lead depends on the network we stand in.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  const isIn = ([network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]) => network.kind() === address.kind() && address.match(network, bits);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(globalUnicast)) && !special.some(isIn);
}
