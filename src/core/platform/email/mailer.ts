import type { Transporter } from 'nodemailer';
import type { ConnectionTest } from '#shared/connections.ts';
import type { Language } from '#shared/language.ts';
import { product } from '#shared/product.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { isPublicAddress } from '../http/network.ts';
import { RefusedTarget, resolveBySystem, isAllowedHost, isInNetworks } from '../http/target.ts';
import type { Guard } from '../http/upstream.ts';
import { textsIn } from '../language.ts';

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

/** Somebody waits for the answer. */
const testTimeouts = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 12_000 };
const result = (ok: boolean, message: string): ConnectionTest => ({ ok, message, models: [], sample: null });

/** Never with the server's own text, which may repeat the password. */
function adviceFor(error: unknown, server: string): string {
  if (error instanceof RefusedTarget)
    return `Earshot may not connect to ${server}: it is in a private network, or its port is none of an email server. Add it to security.allowPrivateHosts in the configuration.`;
  const {
    code = '',
    responseCode = 0,
    command = '',
  } = error instanceof Error ? (error as { code?: string; responseCode?: number; command?: string }) : {};
  if (code === 'EAUTH') return 'The email server rejected the user or the password. Enter both again.';
  if (code === 'ETLS') return `${server} offers no encryption, so the password wasn't sent. Use port 465 or another server.`;
  if (code === 'EDNS' || code === 'ENOTFOUND') return `The host ${server} wasn't found. Check its name.`;
  if (responseCode >= 400 && command.startsWith('MAIL'))
    return `The email server doesn't accept this sender (${responseCode}). Change the sender's address.`;
  if (responseCode >= 400)
    return `The email server refused the test email (${responseCode}). Check the sender's address and what this user may send.`;
  if (code === 'ETIMEDOUT') return `${server} didn't answer in time. Check host and port: 465 uses TLS from the start, 587 begins without.`;
  return `Couldn't connect to ${server}. Check host and port: 465 uses TLS from the start, 587 begins without.`;
}

/** Signs in to the email server and sends one message to `to`. */
export async function tryEmail(
  { url, from }: Config['smtp'],
  guard: Guard | null,
  { to, language }: { to: string; language: Language | undefined },
): Promise<ConnectionTest> {
  if (url === '') return result(false, 'Enter the host of your email server first.');
  const { host } = new URL(url);
  let transport: Transport | null = null;
  try {
    transport = await openTransport(url, guard, testTimeouts);
    if (to === '') {
      await transport.verify();
      return result(true, 'The email server accepts the login.');
    }
    const { t } = textsIn(language);
    const text = t('This is the test email that you asked for. {product} can send email.', { product });
    await transport.sendMail({ from, to, subject: t('{product} can send email', { product }), text });
    return result(true, `The email server accepted the test email. Look for it in the inbox of ${to}.`);
  } catch (error) {
    return result(false, adviceFor(error, host));
  } finally {
    transport?.close();
  }
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}
export interface Mailer {
  isConfigured: boolean;
  /** Throws `unavailable` without a cause, which could contain the server's password. */
  send(mail: Mail): Promise<void>;
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'unknown');

/** Sends plain text through the server of `smtp.url`. */
export function createMailer(read: () => Config['smtp'], guardOf: () => Guard | null = () => null): Mailer {
  return {
    get isConfigured() {
      return read().url !== '';
    },
    async send(mail) {
      const { url, from } = read();
      if (url === '') throw new AppError('unavailable', 'No email server is configured. Set one up under Admin → Connections.');
      try {
        await (await openTransport(url, guardOf(), timeouts)).sendMail({ from, ...mail });
      } catch (error) {
        throw new AppError('unavailable', `The email server did not accept the message (${codeOf(error)})`);
      }
    },
  };
}
