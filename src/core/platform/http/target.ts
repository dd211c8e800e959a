import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress, type Network } from './network.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** What answers on these hands out credentials of the machine, so a larger network never includes them. */
const metadata: ReadonlySet<string> = new Set(
  ['169.254.169.254', '169.254.170.2', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'].map((text) =>
    ipaddr.parse(text).toNormalizedString(),
  ),
);
/** IPv6 forms that embed an IPv4 address: their target depends on the local network, so no network includes them. */
const embedding: ReadonlySet<string> = new Set(['ipv4Mapped', 'rfc6145', 'rfc6052', '6to4', 'teredo']);

const hostName = /^[a-z\d_](?:[a-z\d_.-]{0,251}[a-z\d_.])?$/i;

/** An address as text; unlike the library's, without short forms such as `10.1`. */
function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null;
}

/** `10.0.0.0/8` or a single address; null for anything else. */
function parseEntry(text: string): Network | null {
  const [start = '', bits, ...rest] = text.trim().split('/');
  const address = parseAddress(start.replace(/^\[(.*)\]$/, '$1'));
  if (!address || rest.length > 0) return null;
  const longest = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [address, longest];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= longest ? [address, Number(bits)] : null;
}

/** Splits `name:port`, `[fd00::1]:port`, and an address or name alone. */
function splitPort(text: string): { host: string; port: number | null } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  return host === undefined ? { host: text, port: null } : { host, port: port === undefined ? null : Number(port) };
}

const sameHost = (host: string): string => parseAddress(host)?.toNormalizedString() ?? host.toLowerCase();

/** Whether a text can be on the list: a host or an address, each with or without a port, or a network. */
export function isHostEntry(text: string): boolean {
  const entry = text.trim();
  if (parseEntry(entry)) return true;
  const { host, port } = splitPort(entry);
  return (port === null || (port > 0 && port < 65_536)) && (parseAddress(host) !== null || (hostName.test(host) && !/^[\d.]+$/.test(host)));
}

/** Whether a host is on the list by its name or address, with or without the port. */
export const isAllowedHost = (allowed: readonly string[], { host, port }: { host: string; port: number }): boolean =>
  allowed.some((one) => {
    const entry = splitPort(one.trim());
    return sameHost(entry.host) === sameHost(host) && (entry.port === null || entry.port === port);
  });

/** Whether there is an address or a network on the list, so that a name may resolve to one of its addresses. */
const hasNetworks = (allowed: readonly string[]): boolean => allowed.some((one) => parseEntry(one) !== null);

function isMetadata(text: string): boolean {
  return ipaddr.isValid(text) && metadata.has(ipaddr.process(text).toNormalizedString());
}

/** Whether an address is on the list by itself. */
const isNamed = (allowed: readonly string[], address: Address): boolean =>
  allowed.some((one) => {
    const [start, bits] = parseEntry(one) ?? parseEntry(splitPort(one.trim()).host) ?? [];
    return start?.toNormalizedString() === address.toNormalizedString() && bits === (address.kind() === 'ipv4' ? 32 : 128);
  });

/** Whether an address may not be called even by a name on the list: one of a metadata service that isn't named itself. */
export function isKeptShut(allowed: readonly string[], text: string): boolean {
  return isMetadata(text) && !isNamed(allowed, ipaddr.process(text));
}

/** Whether an address is in one of the networks. */
export function isInNetworks(allowed: readonly string[], text: string): boolean {
  const address = parseAddress(text);
  if (!address || embedding.has(address.range()) || isKeptShut(allowed, text)) return false;
  return allowed.some((one) => {
    const network = parseEntry(one);
    return network !== null && network[0].kind() === address.kind() && address.match(network);
  });
}

/** Names that are never on the public Internet, known without asking anyone. */
const localName = /^[^.]+$|\.(?:local|localhost|localdomain|lan|home|internal|intranet|private|corp|home\.arpa)$/i;

const isLocalName = (host: string): boolean => parseAddress(host) === null && localName.test(host.replace(/\.$/, ''));

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
