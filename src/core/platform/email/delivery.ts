import type { Config } from '../config.ts';
import type { DeliveryResult } from '../delivery-result.ts';

export interface NewsMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Record<string, string>;
}
export interface MailDelivery {
  isConfigured: boolean;
  /** One try. Only a connection that broke after the server asked for the text leaves open whether it was taken. */
  deliver(mail: NewsMail): Promise<DeliveryResult>;
}

const timeouts = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 12_000 };

interface Failure {
  code?: string;
  responseCode?: number;
}

function verdictOf(error: unknown, isTextSent: boolean): DeliveryResult {
  const { code = '', responseCode = 0 } = error instanceof Error ? (error as Failure) : {};
  if (code === 'EAUTH')
    return { kind: 'failed', words: 'The mail server refuses the login of this Earshot: tell its operator', again: true };
  if (responseCode >= 500) return { kind: 'failed', words: `The mail server refuses the mail (${responseCode})`, again: false };
  if (responseCode >= 400) return { kind: 'failed', words: `The mail server asks to come again (${responseCode})`, again: true };
  if (isTextSent) return { kind: 'unclear', words: 'The connection to the mail server broke after the mail was handed over' };
  return { kind: 'failed', words: `The mail server could not be reached (${code || 'unknown'})`, again: true };
}

/** Mail by the server of `smtp.url`, with what became of it. The final 250 alone means that it was taken. */
export function createMailDelivery({ url, from }: Config['smtp']): MailDelivery {
  async function deliver(mail: NewsMail): Promise<DeliveryResult> {
    if (url === '') return { kind: 'failed', words: 'No mail server is configured', again: false };
    let isTextSent = false;
    const ingest = (entry: unknown, line: unknown): void => {
      const isServer = typeof entry === 'object' && entry !== null && 'tnx' in entry && entry.tnx === 'server';
      if (isServer && typeof line === 'string' && line.startsWith('354')) isTextSent = true;
    };
    const quiet = (): void => {};
    // Its errors do not say how far the talk had come; its log does. Nothing of it is kept.
    const logger = { level: quiet, trace: quiet, debug: ingest, info: quiet, warn: quiet, error: quiet, fatal: quiet };
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ url, ...timeouts, logger, debug: true, disableFileAccess: true, disableUrlAccess: true });
    try {
      await transport.sendMail({ from, ...mail });
      return { kind: 'sent' };
    } catch (error) {
      return verdictOf(error, isTextSent);
    } finally {
      transport.close();
    }
  }
  return { isConfigured: url !== '', deliver };
}
