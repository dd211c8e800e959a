import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import type { Guard } from '../http/upstream.ts';
import { openTransport } from './transport.ts';

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
