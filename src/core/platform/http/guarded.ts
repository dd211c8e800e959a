import type { LookupFunction } from 'node:net';
import type { fetch as undiciFetch } from 'undici';
import { version } from '#shared/product.ts';
import { AppError } from '../errors.ts';
import { checkTarget, createLookups, type Resolve, resolveBySystem, type Target, webPorts } from './target.ts';
import { createClient, limitBytes } from './upstream.ts';

export interface SocketRequest {
  url: string;
  /** Gets each message; null for one that isn't text. */
  onText: (text: string | null) => void;
  /** Called once when an open connection ends, whoever ended it. */
  onEnd: () => void;
  signal: AbortSignal;
}
/** An open connection, or the answer that refused it. */
type OpenedSocket = { close: () => void } | { status: number; headers: Headers; text: '' };

interface Limits {
  lookup: LookupFunction;
  /** Until it is open. */
  deadlineMs: number;
  /** Of a message. */
  maxBytes: number;
}

/** Opens a WebSocket. Compression is never offered: a small message could become a huge one. Throws if there is no answer in time. */
async function openSocket(target: URL, { onText, onEnd, signal }: SocketRequest, limits: Limits): Promise<OpenedSocket> {
  const { WebSocket } = await import('ws');
  signal.throwIfAborted();
  const url = new URL(target);
  url.protocol = target.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url, {
    lookup: limits.lookup,
    headers: { 'user-agent': `Earshot/${version}` },
    maxPayload: limits.maxBytes,
    perMessageDeflate: false,
    // Requests are served between two messages, however many arrive together.
    allowSynchronousEvents: false,
  });
  const opened = Promise.withResolvers<OpenedSocket>();
  const close = (): void => socket.terminate();
  const late = setTimeout(close, limits.deadlineMs);
  signal.addEventListener('abort', close, { once: true });
  socket.on('message', (data: Buffer, isBinary: boolean) => onText(isBinary ? null : data.toString()));
  socket.on('unexpected-response', (_, { statusCode = 0, headers }) => {
    const sent = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []));
    opened.resolve({ status: statusCode, headers: new Headers(sent), text: '' });
    close();
  });
  socket.on('open', () => {
    clearTimeout(late);
    socket.on('close', onEnd);
    opened.resolve({ close });
  });
  socket.on('error', (error) => opened.reject(error));
  socket.on('close', () => {
    clearTimeout(late);
    signal.removeEventListener('abort', close);
    opened.reject(new Error('The connection ended before it was open'));
  });
  return opened.promise;
}

export interface GuardedOptions {
  /** The operator's own hosts and networks, which may use private addresses and any port; read at each request. */
  allowPrivateHosts: readonly string[];
  resolve?: Resolve;
  /** Ports allowed for all other hosts. */
  ports?: readonly number[];
  /** For the whole exchange, including redirects. */
  deadlineMs?: number;
  /** Size of the body after decompression. */
  maxBytes?: number;
}

export interface GuardedRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT';
  /** Only sent to the origin of `url`; dropped on a redirect to another origin. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Accepted content types of a successful response. */
  accept?: readonly string[] | 'any';
  signal?: AbortSignal;
}

export interface GuardedReply {
  status: number;
  /** Final URL after redirects. */
  url: string;
  headers: Headers;
  text: string;
}

export interface GuardedClient {
  /**
   * Fetches a URL chosen by a user. Follows up to three redirects of a GET. Every failure throws the same AppError
   * (`unavailable`), so that it can't be used to scan the server's network; `cause` is for the log.
   */
  fetch(request: GuardedRequest): Promise<GuardedReply>;
  /** Opens a WebSocket to an `http` or `https` address by the same rules; an answer that refuses it is no failure. */
  connect(request: SocketRequest): Promise<OpenedSocket>;
  close(): Promise<void>;
}

const textTypes = [
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'text/xml',
  'application/xml',
  'application/json',
  'application/atom+xml',
  'application/rss+xml',
];
const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

export function createGuardedClient(options: GuardedOptions): GuardedClient {
  const { resolve = resolveBySystem, ports = webPorts, deadlineMs = 10_000, maxBytes = 5 * 1024 * 1024 } = options;
  const lookups = createLookups(resolve, () => options.allowPrivateHosts);
  const { open, close } = createClient((reach) => ({ connect: { timeout: deadlineMs, lookup: lookups[reach] } }));
  const check = (url: string) => checkTarget(url, { allowPrivateHosts: options.allowPrivateHosts, ports });

  async function hop({ url, reach }: Target, { method = 'GET', headers = {}, body }: GuardedRequest, signal: AbortSignal) {
    const sent = { 'user-agent': `Earshot/${version}`, accept: '*/*', ...headers };
    const { fetch, agents } = await open();
    return fetch(url, {
      method,
      headers: sent,
      body: body ?? null,
      redirect: 'manual',
      dispatcher: agents[reach],
      signal,
    });
  }

  async function exchange(request: GuardedRequest, signal: AbortSignal): Promise<GuardedReply> {
    const accept = request.accept ?? textTypes;
    let target = check(request.url);
    let current = request;
    for (let hops = 0; ; hops++) {
      const reply = await hop(target, current, signal);
      const location = (current.method ?? 'GET') === 'GET' ? locationOf(reply, target.url) : null;
      if (location === null) return { status: reply.status, url: target.url.href, ...(await contentOf(reply, { accept, maxBytes })) };
      await reply.body?.cancel();
      if (hops >= maxRedirects) throw new Error(`More than ${maxRedirects} redirects`);
      const next = check(location.href);
      current = following(current, target.url, next.url);
      target = next;
    }
  }

  return {
    async fetch(request) {
      const deadline = AbortSignal.timeout(deadlineMs);
      try {
        return await exchange(request, request.signal ? AbortSignal.any([request.signal, deadline]) : deadline);
      } catch (cause) {
        request.signal?.throwIfAborted();
        throw new AppError('unavailable', "Couldn't read this address", { cause });
      }
    },
    async connect(request) {
      try {
        const { url, reach } = check(request.url);
        return await openSocket(url, request, { lookup: lookups[reach], deadlineMs, maxBytes });
      } catch (cause) {
        request.signal.throwIfAborted();
        throw new AppError('unavailable', "Couldn't read this address", { cause });
      }
    },
    close,
  };
}

type Reply = Awaited<ReturnType<typeof undiciFetch>>;

function locationOf({ status, headers }: Reply, base: URL): URL | null {
  const location = redirects.has(status) ? headers.get('location') : null;
  return location === null ? null : new URL(location, base);
}

function following(request: GuardedRequest, from: URL, to: URL): GuardedRequest {
  if (from.protocol === 'https:' && to.protocol === 'http:') throw new Error('A redirect from https to http');
  if (from.origin === to.origin) return request;
  const { headers: _, ...rest } = request;
  return rest;
}

async function contentOf(
  reply: Reply,
  { accept, maxBytes }: { accept: readonly string[] | 'any'; maxBytes: number },
): Promise<{ headers: Headers; text: string }> {
  const headers = new Headers([...reply.headers]);
  const contentType = (headers.get('content-type') ?? '').toLowerCase();
  const [type = ''] = contentType.split(';', 1).map((part) => part.trim());
  const charset = /charset="?([\w.:-]{1,40})/.exec(contentType)?.[1] ?? 'utf-8';
  if (reply.ok && accept !== 'any' && reply.body && !accept.includes(type)) throw new Error(`Content type ${type || 'not given'}`);
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw new Error('Content-Length over the limit');
  const chunks = reply.body ? await Array.fromAsync(reply.body.pipeThrough(limitBytes(maxBytes))) : [];
  return { headers, text: decoded(Buffer.concat(chunks), charset) };
}

/** Falls back to UTF-8 for unknown charsets. */
function decoded(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}
