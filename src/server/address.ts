import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Config } from '#core/platform/config.ts';
import { hasProxy, parseNetwork } from '#core/platform/http/network.ts';

const parseAddress = (text: string) => (ipaddr.isValid(text) ? ipaddr.process(text) : null);

/** Returns a check whether an address is one of the proxies (addresses or networks) in `http.trustedProxies`. */
export function createTrust(trustedProxies: readonly string[]): (address: string) => boolean {
  const ranges = trustedProxies.map(parseNetwork).filter((network) => network !== null);
  return (text) => {
    const address = parseAddress(text);
    return address !== null && ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  };
}

/**
 * Returns the client's address: the socket's or, behind proxies in `http.trustedProxies`, the right-most hop of X-Forwarded-For
 * that isn't one of them. Hops further left may be forged by the client and are ignored.
 */
export function createAddressOf(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = createTrust(trustedProxies);
  const normalize = (address: string): string => parseAddress(address)?.toString() ?? address;
  return ({ socket, headers }) => {
    let client = socket.remoteAddress ?? '';
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return normalize(client);
    for (const hop of [forwarded].flat().join(',').split(',').reverse()) {
      if (!isTrusted(client) || !ipaddr.isValid(hop.trim())) break;
      client = hop.trim();
    }
    return normalize(client);
  };
}

/** The email address of whoever a trusted proxy has logged in. Only the proxy that is connected to us counts; null without one. */
export function proxyUserOf({ auth, http }: Pick<Config, 'auth' | 'http'>, { headers, socket }: IncomingMessage): string | null {
  const email = auth.proxyHeader === '' ? undefined : headers[auth.proxyHeader];
  if (typeof email !== 'string' || email.trim() === '' || !createTrust(http.trustedProxies)(socket.remoteAddress ?? '')) return null;
  return email.trim();
}

const forwardedBy = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether a caller is on this machine. A proxy on this machine forwards for others and may not say so: when one is configured
 * (`http.publicUrl`, `http.trustedProxies`), no caller counts as local.
 */
export function createIsLocal(config: { http: Pick<Config['http'], 'publicUrl' | 'trustedProxies'> }) {
  return ({ headers, socket }: IncomingMessage): boolean =>
    !hasProxy(config.http) &&
    forwardedBy.every((name) => headers[name] === undefined) &&
    parseAddress(socket.remoteAddress ?? '')?.range() === 'loopback';
}
