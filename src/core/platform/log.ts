import pino, { type DestinationStream, type Logger } from 'pino';
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

/** As text for a line; the same for all lines of a millisecond. */
function createTimestamp(): () => string {
  let [at, text] = [Number.NaN, ''];
  return () => {
    const now = Date.now();
    if (now !== at) [at, text] = [now, `,"time":"${new Date(now).toISOString()}"`];
    return text;
  };
}

/** Writes the lines of a turn of the event loop at once, because each call of the system takes longer than a line. */
function openStderr(): DestinationStream & { flushSync(): void } {
  const stderr = pino.destination({ dest: 2, sync: true });
  let lines = '';
  function flushSync(): void {
    const ready = lines;
    lines = '';
    if (ready !== '') stderr.write(ready);
  }
  process.on('exit', flushSync);
  return {
    flushSync,
    write(line) {
      if (lines === '') setImmediate(flushSync);
      lines += line;
    },
  };
}

/** Logs JSON lines to stderr, or readable lines on a terminal. Log IDs, never bodies. */
export async function createLog(level: Config['log']['level'], terminal: boolean): Promise<Log> {
  const options = { level, redact, base: undefined, timestamp: createTimestamp() };
  if (!terminal) return pino(options, openStderr());
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ destination: 2, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }));
}

export const silentLog: Log = pino({ level: 'silent' });
