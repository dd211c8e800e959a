import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { lazily } from '#core/platform/lazily.ts';

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
export function createMailer({ url, from }: Config['smtp']): Mailer {
  const isConfigured = url !== '';
  const transport = lazily(async () => (await import('nodemailer')).createTransport({ url, ...timeouts }));
  return {
    isConfigured,
    async send(mail) {
      if (!isConfigured) throw new AppError('unavailable', 'No email server is configured. Set smtp.url.');
      try {
        await (await transport.open()).sendMail({ from, ...mail });
      } catch (error) {
        throw new AppError('unavailable', `The email server did not accept the message (${codeOf(error)})`);
      }
    },
  };
}
