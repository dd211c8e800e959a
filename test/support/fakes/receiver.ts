import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  json: unknown;
}
/** Handles a call instead of accepting it; the call is recorded in `calls` in any case. */
type Responder = (response: ServerResponse, call: Received) => void | Promise<void>;

export const answer =
  (status: number, { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {}): Responder =>
  (response) =>
    void response.writeHead(status, headers).end(body);
/** Reads the request, then drops the connection. */
export const drop: Responder = (response) => void response.destroy();

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A receiver of messages on loopback: real HTTP that fails on demand. */
export async function startReceiver() {
  const calls: Received[] = [];
  const responders: Responder[] = [];
  const state: { always: Responder | null } = { always: null };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const text = bytes.toString();
      const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, bytes, text, json: parse(text) };
      calls.push(call);
      const responder = responders.shift() ?? state.always ?? answer(200, { body: 'ok' });
      void responder(response, call);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    /** Behaviors for the next calls, in order. */
    next: (...some: Responder[]) => void responders.push(...some),
    /** Behavior for all other calls. */
    always: (responder: Responder | null) => void (state.always = responder),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
