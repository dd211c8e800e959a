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
