import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from './network.ts';
import { hasNetworks, isAllowedHost, isInNetworks, isKeptShut, isLocalName } from './allowed-hosts.ts';

/** All addresses of a name, as returned by `dns.lookup` with `all`. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

export const resolveBySystem: Resolve = (host) => lookup(host, { all: true });
/** Ports allowed for hosts that aren't on the operator's list. */
export const webPorts: readonly number[] = [80, 443];

/** Why an address is refused, as far as the address itself says it; null when that took a resolved name. */
export type Refusal = 'private' | 'port' | null;

/** The address may not be called; nothing was sent. */
export class RefusedTarget extends Error {
  override readonly name = 'RefusedTarget';
  readonly refusal: Refusal;
  constructor(message: string, refusal: Refusal = null) {
    super(message);
    this.refusal = refusal;
  }
}

/**
 * Which addresses a host may have. `named`: any, since the host is on the operator's list. `web`: public ones and those in the
 * operator's networks. `network`: only the latter, since the port isn't one of the web.
 */
export type Reach = 'named' | 'web' | 'network';

/** A URL that may be called, as far as known without resolving its host. */
export interface Target {
  url: URL;
  reach: Reach;
}

/** Checks a URL as far as possible without the network. Throws `RefusedTarget`. */
export function checkTarget(
  text: string,
  { allowPrivateHosts, ports }: { allowPrivateHosts: readonly string[]; ports: readonly number[] },
): Target {
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new RefusedTarget(`Scheme ${url.protocol}`);
  if (url.username || url.password) throw new RefusedTarget('Credentials in the address');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (isAllowedHost(allowPrivateHosts, { host, port })) return { url, reach: 'named' };
  // Sockets to an IP address skip the lookup.
  if (ipaddr.isValid(host) && !isPublicAddress(host)) {
    if (isInNetworks(allowPrivateHosts, host)) return { url, reach: 'network' };
    throw new RefusedTarget(`Private address ${host}`, 'private');
  }
  if (ports.includes(port)) return { url, reach: 'web' };
  if (ipaddr.isValid(host) || !hasNetworks(allowPrivateHosts))
    throw new RefusedTarget(`Port ${port}`, isLocalName(host) ? 'private' : 'port');
  return { url, reach: 'network' };
}

/** What is known of an address before anyone is asked: it is refused, or null. */
export function refusalOf(text: string, allowPrivateHosts: readonly string[]): Refusal {
  try {
    const { url, reach } = checkTarget(text, { allowPrivateHosts, ports: webPorts });
    return reach === 'web' && isLocalName(url.hostname) && !hasNetworks(allowPrivateHosts) ? 'private' : null;
  } catch (error) {
    if (error instanceof RefusedTarget) return error.refusal;
    throw error;
  }
}

/**
 * Socket lookups that fail if any address of the name may not be called. The socket connects to exactly these addresses, so
 * there is no second resolution that could return others.
 */
export function createLookups(resolve: Resolve, allowed: () => readonly string[]): Record<Reach, LookupFunction> {
  const only = (mayCall: (address: string) => boolean): LookupFunction =>
    checkedLookup(async (host) => {
      const addresses = await resolve(host);
      const refused = addresses.find(({ address }) => !mayCall(address));
      if (refused) throw new RefusedTarget(`${host} resolves to ${refused.address}`);
      return addresses;
    });
  return {
    named: only((address) => !isKeptShut(allowed(), address)),
    web: only((address) => isPublicAddress(address) || isInNetworks(allowed(), address)),
    network: only((address) => isInNetworks(allowed(), address)),
  };
}

function checkedLookup(resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) callback(new RefusedTarget(`${host} does not resolve`), '');
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };
}
