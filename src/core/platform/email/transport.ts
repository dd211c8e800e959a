import type { Transporter } from 'nodemailer';
import { isPublicAddress } from '../http/network.ts';
import { isAllowedHost, isInNetworks } from '../http/allowed-hosts.ts';
import { RefusedTarget, resolveBySystem } from '../http/target.ts';
import type { Guard } from '../http/upstream.ts';

export type Transport = Pick<Transporter, 'sendMail' | 'verify' | 'close'>;

/** Ports of email servers: plain, TLS, and the two for submission. */
const smtpPorts: ReadonlySet<number> = new Set([25, 465, 587, 2525]);

/** Connects to the address that was checked: there is no second resolution that could return another one. */
async function checkedServer(url: string, guard: Guard): Promise<object> {
  const { protocol, hostname, port: given, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const name = hostname.replace(/^\[|\]$/g, '');
  const port = Number(given || (secure ? 465 : 587));
  const auth = username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } };
  if (isAllowedHost(guard.allowPrivateHosts, { host: name, port })) return { host: name, port, secure, ...auth };
  if (!smtpPorts.has(port)) throw new RefusedTarget(`Port ${port}`);
  const addresses = await (guard.resolve ?? resolveBySystem)(name);
  const refused = addresses.find(({ address }) => !isPublicAddress(address) && !isInNetworks(guard.allowPrivateHosts, address));
  const [first] = addresses;
  if (refused || !first) throw new RefusedTarget(`${name} resolves to ${refused?.address ?? 'nothing'}`);
  // Not even a password may leave in plain text.
  return { host: first.address, port, secure, requireTLS: username !== '', tls: { servername: name }, ...auth };
}

/** Opens a connection to an email server. With a guard, throws `RefusedTarget` for a private address that isn't allowed. */
export async function openTransport(url: string, guard: Guard | null, options: object): Promise<Transport> {
  const server = guard ? await checkedServer(url, guard) : { url };
  const { createTransport } = await import('nodemailer');
  return createTransport({ ...server, ...options });
}
