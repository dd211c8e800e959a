import ipaddr from 'ipaddr.js';
import type { Network } from './network.ts';

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
export const hasNetworks = (allowed: readonly string[]): boolean => allowed.some((one) => parseEntry(one) !== null);

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

export const isLocalName = (host: string): boolean => parseAddress(host) === null && localName.test(host.replace(/\.$/, ''));
