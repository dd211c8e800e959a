import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Config } from '#core/platform/config.ts';
import { AppError } from '#core/platform/errors.ts';
import { bareHost, isLoopbackHost, isLoopbackName } from '#core/platform/http/network.ts';
import { perVersion } from '#core/platform/per-version.ts';

/** Names that only exist in a local network, so no attacker can register one and point it elsewhere. */
const localSuffixes = ['.local', '.localhost', '.internal', '.home.arpa', '.lan'];

/** Host of an address without its port, in lowercase; null if invalid. */
function nameOf(host: string): string | null {
  const parsed = /^[\w.:[\]-]+$/.test(host) ? URL.parse(`http://${host}`) : null;
  return parsed === null || parsed.pathname !== '/' ? null : bareHost(parsed.hostname);
}

const isLocalName = (name: string): boolean => !name.includes('.') || localSuffixes.some((suffix) => name.endsWith(suffix));

function createNameCheck({ publicUrl, host }: Pick<Config['http'], 'publicUrl' | 'host'>): (host: string) => boolean {
  const ownName = publicUrl === '' ? null : bareHost(new URL(publicUrl).hostname);
  // Behind a proxy, the name may be the proxy's own name for this server, such as nginx's upstream.
  const isReachedByOthers = ownName !== null || !isLoopbackHost(host);
  return (named) => {
    const name = nameOf(named);
    if (name === null) return false;
    if (name === ownName || ipaddr.isValid(name) || isLoopbackName(name)) return true;
    return isReachedByOthers && isLocalName(name);
  };
}

/**
 * Whether a request names this instance. A page elsewhere can point its own domain to this machine (DNS rebinding) and would then
 * have the API's origin: it could register the first admin and read everything that needs no sign-in. IP addresses and local
 * network names can't be redirected that way.
 */
export function createHostCheck(config: { http: Pick<Config['http'], 'publicUrl' | 'host'> }): (request: IncomingMessage) => boolean {
  const checks = perVersion(() => config.http, createNameCheck);
  // Load balancers that check health over HTTP 1.0 send none; browsers always do.
  return ({ headers: { host } }) => host === undefined || checks.current()(host);
}

export const wrongHost = ({ publicUrl }: Pick<Config['http'], 'publicUrl'>): string =>
  publicUrl === ''
    ? "Earshot doesn't serve this host name. Set http.publicUrl to the address that people open."
    : `Earshot doesn't serve this host name. Open ${publicUrl} instead.`;

/** Browsers always send the origin when they open a socket or post; other programs don't. */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  return from.host === host || (publicUrl !== '' && from.origin === new URL(publicUrl).origin);
}

/** Throws `forbidden` for a request from another website's page. */
export function checkOrigin(headers: IncomingHttpHeaders, publicUrl: string): void {
  if (!isOwnOrigin(headers, publicUrl)) throw new AppError('forbidden', "Requests from other websites aren't allowed here.");
}
