import { hourMs, minuteMs } from '#shared/time.ts';
import type { Config } from '../config.ts';
import type { Guard } from '../http/upstream.ts';
import { openTransport, type Transport } from './mailer.ts';

/** Before an attempt that failed temporarily is repeated, one after the other. */
export const retryPausesMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs];

/** Result of one attempt. After `unclear`, the message may or may not have arrived; all others are certain. */
export type DeliveryResult =
  | { kind: 'sent' }
  /** The receiver asked to wait for `ms`. Doesn't count as a failure. */
  | { kind: 'wait'; ms: number; reason: string }
  | { kind: 'failed'; reason: string; again: boolean }
  | { kind: 'unclear'; reason: string }
  /** The address no longer exists. */
  | { kind: 'gone'; reason: string };

export interface OutgoingEmail {
  /** Shown as the sender's name; absent: the one of `smtp.from`. */
  fromName?: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Record<string, string>;
}
export interface MailDelivery {
  isConfigured: boolean;
  /** One attempt. The result is unclear only if the connection broke after the server had asked for the text. */
  deliver(mail: OutgoingEmail): Promise<DeliveryResult>;
}

const timeouts = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 12_000 };

interface Failure {
  code?: string;
  responseCode?: number;
}

function resultOf(error: unknown, isTextSent: boolean): DeliveryResult {
  const { code = '', responseCode = 0 } = error instanceof Error ? (error as Failure) : {};
  if (code === 'EAUTH')
    return { kind: 'failed', reason: "The email server rejected Earshot's login. Ask your administrator to check smtp.url", again: true };
  if (responseCode >= 500) return { kind: 'failed', reason: `The email server rejected the message (${responseCode})`, again: false };
  if (responseCode >= 400) return { kind: 'failed', reason: `The email server asked to try again later (${responseCode})`, again: true };
  if (isTextSent) return { kind: 'unclear', reason: 'The connection to the email server broke after the message was sent' };
  return { kind: 'failed', reason: `Couldn't reach the email server (${code || 'unknown'})`, again: true };
}

/** Of `Earshot <earshot@example.com>`, the address. */
const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

/** Sends email through the server of `smtp.url`. Only the final 250 means that it was accepted. */
export function createMailDelivery(read: () => Config['smtp'], guardOf: () => Guard | null = () => null): MailDelivery {
  async function deliver({ fromName, ...mail }: OutgoingEmail): Promise<DeliveryResult> {
    const { url, from } = read();
    if (url === '') return { kind: 'failed', reason: 'No email server is configured', again: false };
    let isTextSent = false;
    const readLog = (entry: unknown, line: unknown): void => {
      const isServer = typeof entry === 'object' && entry !== null && 'tnx' in entry && entry.tnx === 'server';
      if (isServer && typeof line === 'string' && line.startsWith('354')) isTextSent = true;
    };
    const quiet = (): void => {};
    // nodemailer's errors don't tell how far the exchange got, but its log does. The log isn't kept.
    const logger = { level: quiet, trace: quiet, debug: readLog, info: quiet, warn: quiet, error: quiet, fatal: quiet };
    let transport: Transport | null = null;
    try {
      transport = await openTransport(url, guardOf(), {
        ...timeouts,
        logger,
        debug: true,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      await transport.sendMail({ from: fromName ? { name: fromName, address: addressIn(from) } : from, ...mail });
      return { kind: 'sent' };
    } catch (error) {
      return resultOf(error, isTextSent);
    } finally {
      transport?.close();
    }
  }
  return {
    get isConfigured() {
      return read().url !== '';
    },
    deliver,
  };
}
