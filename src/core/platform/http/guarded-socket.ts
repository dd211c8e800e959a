import type { LookupFunction } from 'node:net';
import { version } from '#shared/product.ts';

export interface SocketRequest {
  url: string;
  /** Gets each message; null for one that isn't text. */
  onText: (text: string | null) => void;
  /** Called once when an open connection ends, whoever ended it. */
  onEnd: () => void;
  signal: AbortSignal;
}
/** An open connection, or the answer that refused it. */
export type OpenedSocket = { close: () => void } | { status: number; headers: Headers; text: '' };

interface Limits {
  lookup: LookupFunction;
  /** Until it is open. */
  deadlineMs: number;
  /** Of a message. */
  maxBytes: number;
}

/** Opens a WebSocket. Compression is never offered: a small message could become a huge one. Throws if there is no answer in time. */
export async function openSocket(target: URL, { onText, onEnd, signal }: SocketRequest, limits: Limits): Promise<OpenedSocket> {
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
