import type * as z from 'zod';
import type { Now, Sleep } from '#core/platform/clock.ts';
import type { GuardedClient, GuardedReply } from '#core/platform/http/guarded.ts';
import { longestWaitMs, retryAfterMs } from '#core/platform/http/upstream.ts';
import type { FailureKind } from '#core/reddit/stream.ts';
import { SourceFailure } from './failure.ts';

/** What a refusal says beyond its status; null if nothing. */
type FailureOf = (text: string, status: number, headers: Headers) => SourceFailure | null;

interface JsonDeps {
  client: Pick<GuardedClient, 'fetch'>;
  now: Now;
  sleep: Sleep;
  /** As people call it, in messages: "Stack Exchange"; a host's own name when null. */
  label: string | null;
  /** Between two requests to one host, in ms. */
  paceMs: number;
  /** Of every request. */
  headers?: Record<string, string>;
  failureOf?: FailureOf;
  /** Is given the headers of every answer, which may say how many requests are left. */
  onAnswer?: (headers: Headers) => void;
}

interface Asked<T> {
  url: string;
  /** Sent by POST. */
  body?: string;
  schema: z.ZodType<T>;
  signal: AbortSignal;
}

const defaultPauseMs = 10 * 60_000;

/** What a status says about a stream, whoever sends it; all others are `broken`. */
const kinds: Readonly<Record<number, FailureKind>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'missing',
  410: 'missing',
};

export const limited = (name: string, until: number): SourceFailure =>
  new SourceFailure(`${name} asks to be read later.`, 'limited', until);

/** Why a reply has no data; null if it has. */
export function refusalOf(
  { status, headers, text }: Pick<GuardedReply, 'status' | 'headers' | 'text'>,
  { name, now, failureOf = () => null }: { name: string; now: number; failureOf?: FailureOf | undefined },
): SourceFailure | null {
  if (status >= 200 && status < 300) return null;
  const pause = retryAfterMs(headers, now);
  if (status === 429 || (status === 503 && pause !== null)) return limited(name, now + (pause ?? defaultPauseMs));
  // An error of a server says nothing about a stream.
  const kind = kinds[status] ?? (status < 500 ? 'broken' : 'unreachable');
  return (status < 500 ? failureOf(text, status, headers) : null) ?? new SourceFailure(`${name} answered with status ${status}.`, kind);
}

export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceFailure(`${name} answered with a page instead of data.`, 'broken');
  }
}

interface Host {
  /** The end of the line. */
  line: Promise<unknown>;
  nextAt: number;
  /** It wants no requests until then. */
  quietUntil: number;
}

/** One request per host at a time, `paceMs` apart, and none while a host has asked to wait. */
function createLines({ now, sleep, paceMs, nameOf }: Pick<JsonDeps, 'now' | 'sleep' | 'paceMs'> & { nameOf: (host: string) => string }) {
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
        if (host.quietUntil > now()) throw limited(nameOf(name), host.quietUntil);
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
/**
 * Reads JSON from public APIs: one request per host at a time, `paceMs` apart, and none while a host has asked to wait. Throws
 * `SourceFailure`, or the signal's reason.
 */
export function createJsonReader({ client, now, sleep, label, paceMs, headers, failureOf, onAnswer }: JsonDeps) {
  const nameOf = (host: string): string => label ?? host;
  const lines = createLines({ now, sleep, paceMs, nameOf });

  async function send({ url, body, signal }: Asked<unknown>, name: string): Promise<GuardedReply> {
    const posted = body === undefined ? {} : { method: 'POST' as const, body };
    try {
      return await client.fetch({ url, signal, accept: 'any', headers: { accept: 'application/json', ...headers }, ...posted });
    } catch {
      signal.throwIfAborted();
      throw new SourceFailure(`${name} couldn't be reached.`, 'unreachable');
    }
  }

  async function ask<T>(asked: Asked<T>, host: string): Promise<T> {
    const name = nameOf(host);
    const reply = await send(asked, name);
    onAnswer?.(reply.headers);
    const refusal = refusalOf(reply, { name, now: now(), failureOf });
    if (refusal?.kind === 'limited') lines.quiet(host, refusal.retryAt ?? 0);
    if (refusal) throw refusal;
    const read = asked.schema.safeParse(parseJson(reply.text, name));
    if (!read.success) throw new SourceFailure(`${name} answered with data in an unknown form.`, 'broken');
    return read.data;
  }

  return {
    get: <T>(asked: Asked<T>): Promise<T> => {
      const { host } = new URL(asked.url);
      return lines.inTurn(host, asked.signal, () => ask(asked, host));
    },
    /** No more requests to this host for a while, as its data says: Stack Exchange's `backoff`. */
    pause: (url: string, ms: number): void => lines.quiet(new URL(url).host, now() + Math.min(ms, longestWaitMs)),
  };
}
