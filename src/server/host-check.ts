import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Config } from '#core/platform/config.ts';

/** Names that a local network gives out; nobody can register one and point it elsewhere. */
const localSuffixes = ['.local', '.localhost', '.internal', '.home.arpa', '.lan'];
const bare = (name: string): string => name.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** The host of an address without its port, in lower case; null for what is no host. */
function nameOf(host: string): string | null {
  const parsed = /^[\w.:[\]-]+$/.test(host) ? URL.parse(`http://${host}`) : null;
  return parsed === null || parsed.pathname !== '/' ? null : bare(parsed.hostname);
}

const isLoopbackName = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');
export function isLoopbackHost(host: string): boolean {
  const name = bare(host);
  return isLoopbackName(name) || (ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback');
}

const isLocalName = (name: string): boolean => !name.includes('.') || localSuffixes.some((suffix) => name.endsWith(suffix));

/**
 * Whether a request names this instance. A page elsewhere can point a domain of its own to this machine (DNS rebinding)
 * and would then be of the same origin as the API: register the first admin, read what needs no sign-in. An address in
 * digits can't be pointed anywhere, and neither can a name that is only known in the local network.
 */
export function createHostCheck({ publicUrl, host }: Pick<Config['http'], 'publicUrl' | 'host'>): (request: IncomingMessage) => boolean {
  const ownName = publicUrl === '' ? null : bare(new URL(publicUrl).hostname);
  // Behind a proxy, the name can be the proxy's own for this server, such as the upstream of nginx.
  const isReachedByOthers = ownName !== null || !isLoopbackHost(host);
  return ({ headers }) => {
    // Load balancers that check health over HTTP 1.0 send none; browsers always do.
    if (headers.host === undefined) return true;
    const name = nameOf(headers.host);
    if (name === null) return false;
    if (name === ownName || ipaddr.isValid(name) || isLoopbackName(name)) return true;
    return isReachedByOthers && isLocalName(name);
  };
}

export const wrongHost = ({ publicUrl }: Pick<Config['http'], 'publicUrl'>): string =>
  publicUrl === ''
    ? 'Earshot doesn’t serve this host name. Set http.publicUrl to the address that people open.'
    : `Earshot doesn’t serve this host name. Open ${publicUrl} instead.`;
