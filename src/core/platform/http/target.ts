import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from './addresses.ts';

/** All addresses of a name, as returned by `dns.lookup` with `all`. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

export const resolveBySystem: Resolve = (host) => lookup(host, { all: true });
/** Ports allowed for hosts that aren't on the operator's list. */
export const webPorts: readonly number[] = [80, 443];

/** The address may not be called; nothing was sent. */
export class RefusedTarget extends Error {
  override readonly name = 'RefusedTarget';
}

/** A URL that may be called, as far as known without resolving its host. */
export interface Target {
  url: URL;
  /** On the operator's list, so private addresses are allowed. */
  isTrusted: boolean;
}

/** Whether a host is on the operator's list of `name` or `name:port`. */
export const isAllowedHost = (allowed: readonly string[], { host, port }: { host: string; port: number }): boolean =>
  allowed.some((one) => [host, `${host}:${port}`].includes(one.trim().toLowerCase()));

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
  const isTrusted = isAllowedHost(allowPrivateHosts, { host, port });
  if (isTrusted) return { url, isTrusted };
  if (!ports.includes(port)) throw new RefusedTarget(`Port ${port}`);
  // Sockets to an IP address skip the lookup.
  if (ipaddr.isValid(host) && !isPublicAddress(host)) throw new RefusedTarget(`Private address ${host}`);
  return { url, isTrusted };
}

/**
 * A socket lookup that fails if any address of the name isn't public. The socket connects to exactly these addresses, so
 * there is no second resolution that could return others.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return checkedLookup(async (host) => {
    const addresses = await resolve(host);
    const refused = addresses.find(({ address }) => !isPublicAddress(address));
    if (refused) throw new RefusedTarget(`${host} resolves to ${refused.address}`);
    return addresses;
  });
}

export function checkedLookup(resolve: Resolve): LookupFunction {
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
