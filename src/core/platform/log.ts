import pino, { type Logger } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** Keys whose values are redacted in log lines, up to two levels deep. */
const secretKeys = [
  'password',
  'token',
  'secret',
  'authorization',
  'cookie',
  'apiKey',
  'clientSecret',
  'feedToken',
  'refreshToken',
  'accessToken',
  'url_with_token',
];
const redact = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

/** Logs JSON lines to stderr, or readable lines on a terminal. Log IDs, never bodies. */
export async function createLog(level: Config['log']['level'], terminal: boolean): Promise<Log> {
  const options = { level, redact, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  if (!terminal) return pino(options, pino.destination({ dest: 2, sync: true }));
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ destination: 2, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }));
}

export const silentLog: Log = pino({ level: 'silent' });
