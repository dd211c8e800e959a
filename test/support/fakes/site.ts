import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const notFound: Handle = (_, response) => void response.writeHead(404).end('Not found');

/** A website on loopback: real HTTP, a handler per path, and one for all others. */
export async function startSite(pages: Record<string, Handle> = {}, otherwise: Handle = notFound) {
  const handlers = new Map(Object.entries(pages));
  const requests: { path: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    requests.push({ path: request.url ?? '', headers: request.headers });
    (handlers.get(path) ?? otherwise)(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  // Browser tests close it themselves.
  if (process.env['VITEST'] !== undefined) onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    close,
    onUpgrade: (handle: (request: IncomingMessage, socket: Duplex, head: Buffer) => void) => void server.on('upgrade', handle),
    serve: (path: string, handle: Handle) => void handlers.set(path, handle),
  };
}

/** Responds 200 with this text. */
export const page =
  (text: string, headers: Record<string, string> = { 'content-type': 'application/rss+xml' }): Handle =>
  (_, response) =>
    void response.writeHead(200, headers).end(text);
