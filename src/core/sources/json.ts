import type * as z from 'zod';
import type { Now, Sleep } from '#core/platform/clock.ts';
import type { GuardedClient, GuardedReply } from '#core/platform/http/guarded.ts';
import { retryAfterMs } from '#core/platform/http/retry-after.ts';
import type { FailureKind } from '#core/reddit/stream.ts';
import { SourceFailure } from './failure.ts';

interface JsonDeps {
  client: Pick<GuardedClient, 'fetch'>;
  now: Now;
  sleep: Sleep;
  /** As people call it, in messages: "Stack Exchange"; a host's own name when null. */
  label: string | null;
  /** Between two requests to one host, in ms. */
  paceMs: number;
  /** What the body of a refusal says beyond its status; null if nothing. */
  failureOf?: (text: string) => SourceFailure | null;
}

interface Asked<T> {
  url: string;
  schema: z.ZodType<T>;
  headers?: Record<string, string>;
  signal: AbortSignal;
}

export interface JsonReply<T> {
  value: T;
  headers: Headers;
}

const defaultPauseMs = 10 * 60_000;

/** What a status says about a stream, whoever sends it; all others are `broken`. */
const kinds: Readonly<Record<number, FailureKind>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'missing',
  410: 'missing',
};

interface Host {
  /** The end of the line. */
  line: Promise<unknown>;
  nextAt: number;
  /** It wants no requests until then. */
  quietUntil: number;
}

/** One request per host at a time, `paceMs` apart, and none while a host has asked to wait. */
function createLines({ now, sleep, paceMs, limited }: Pick<JsonDeps, 'now' | 'sleep' | 'paceMs'> & { limited: Limited }) {
  const hosts = new Map<string, Host>();
  const hostOf = (name: string): Host => {
    const host = hosts.get(name) ?? { line: Promise.resolve(), nextAt: 0, quietUntil: 0 };
    hosts.set(name, host);
    return host;
  };
  return {
    inTurn<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      const host = hostOf(name);
      const turn = host.line.then(async () => {
        signal.throwIfAborted();
        if (host.quietUntil > now()) throw limited(name, host.quietUntil);
        const wait = host.nextAt - now();
        if (wait > 0) await sleep(wait, signal);
        host.nextAt = now() + paceMs;
        return work();
      });
      host.line = turn.catch(() => undefined);
      return turn;
    },
    quiet(name: string, until: number): void {
      const host = hostOf(name);
      host.quietUntil = Math.max(host.quietUntil, until);
    },
  };
}
type Limited = (host: string, until: number) => SourceFailure;

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceFailure(`${name} answered with a page instead of data.`, 'broken');
  }
}

/**
 * Reads JSON from public APIs: one request per host at a time, `paceMs` apart, and none while a host has asked to wait. Throws
 * `SourceFailure`, or the signal's reason.
 */
export function createJsonReader({ client, now, sleep, label, paceMs, failureOf = () => null }: JsonDeps) {
  const nameOf = (host: string): string => label ?? host;
  const limited: Limited = (host, until) => new SourceFailure(`${nameOf(host)} asks to be read later.`, 'limited', until);
  const lines = createLines({ now, sleep, paceMs, limited });

  async function send(host: string, { url, headers, signal }: Asked<unknown>): Promise<GuardedReply> {
    try {
      return await client.fetch({ url, signal, accept: 'any', headers: { accept: 'application/json', ...headers } });
    } catch {
      signal.throwIfAborted();
      throw new SourceFailure(`${nameOf(host)} couldn't be reached.`, 'unreachable');
    }
  }

  function replyOf<T>(host: string, { status, headers, text }: GuardedReply, schema: z.ZodType<T>): JsonReply<T> {
    const pause = retryAfterMs(headers, now());
    if (status === 429 || (status === 503 && pause !== null)) {
      const until = now() + (pause ?? defaultPauseMs);
      lines.quiet(host, until);
      throw limited(host, until);
    }
    if (status < 200 || status >= 300) {
      const kind = kinds[status] ?? (status < 500 ? 'broken' : 'unreachable');
      throw failureOf(text) ?? new SourceFailure(`${nameOf(host)} answered with status ${status}.`, kind);
    }
    const read = schema.safeParse(parsed(text, nameOf(host)));
    if (!read.success) throw new SourceFailure(`${nameOf(host)} answered with data in an unknown form.`, 'broken');
    return { value: read.data, headers };
  }

  return {
    get: <T>(asked: Asked<T>): Promise<JsonReply<T>> => {
      const { host } = new URL(asked.url);
      return lines.inTurn(host, asked.signal, async () => replyOf(host, await send(host, asked), asked.schema));
    },
    /** No more requests to this host for a while, as its data says: Stack Exchange's `backoff`. */
    pause: (url: string, ms: number): void => lines.quiet(new URL(url).host, now() + ms),
  };
}
export type JsonReader = ReturnType<typeof createJsonReader>;
