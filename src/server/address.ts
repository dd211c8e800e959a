import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { parseNetwork } from '#core/platform/http/network.ts';

const parseAddress = (text: string) => (ipaddr.isValid(text) ? ipaddr.process(text) : null);

/** Tells whether an address is that of a proxy named in `http.trustedProxies` (addresses or networks). */
export function createTrust(trustedProxies: readonly string[]): (address: string) => boolean {
  const ranges = trustedProxies.map(parseNetwork).filter((network) => network !== null);
  return (text) => {
    const address = parseAddress(text);
    return address !== null && ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  };
}

/**
 * The client's address: the socket's, or, behind proxies named in
 * `http.trustedProxies`, the right-most hop of X-Forwarded-For that is not one of them. What a client writes further left counts for nothing.
 */
export function createAddressOf(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = createTrust(trustedProxies);
  return (request) => {
    let client = request.socket.remoteAddress ?? '';
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    for (const hop of forwarded.reverse()) {
      if (!isTrusted(client) || !ipaddr.isValid(hop.trim())) break;
      client = hop.trim();
    }
    return parseAddress(client)?.toString() ?? client;
  };
}

/** A caller on this machine itself. A proxy on this machine forwards for others, so its word is not enough. */
export function isLoopback(request: IncomingMessage): boolean {
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers['forwarded'];
  return forwarded === undefined && parseAddress(request.socket.remoteAddress ?? '')?.range() === 'loopback';
}
