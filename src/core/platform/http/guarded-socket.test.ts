import type { IncomingMessage } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { startSite } from '#test/support/fakes/site.ts';
import { createGuardedClient, type GuardedOptions, type SocketRequest } from './guarded.ts';

function openClient(options: GuardedOptions) {
  const client = createGuardedClient(options);
  onTestFinished(() => client.close());
  return client;
}

const socketTo = (url: string, more: Partial<SocketRequest> = {}): SocketRequest => ({
  url,
  onText: () => undefined,
  onEnd: () => undefined,
  signal: new AbortController().signal,
  ...more,
});

describe('WebSockets', () => {
  /** Accepts each, and does this with it. */
  async function accept(act: (socket: WebSocket, request: IncomingMessage) => void) {
    const site = await startSite();
    const server = new WebSocketServer({ noServer: true, perMessageDeflate: true });
    site.onUpgrade((request, socket, head) => server.handleUpgrade(request, socket, head, (client) => act(client, request)));
    return { url: site.url, client: openClient({ allowPrivateHosts: [site.host], maxBytes: 1000, deadlineMs: 1000 }) };
  }

  it('hand on texts up to the limit, and end at a longer one, without ever offering compression', async () => {
    const headers: IncomingMessage['headers'][] = [];
    const { url, client } = await accept((socket, request) => {
      headers.push(request.headers);
      for (const data of ['one', Buffer.from([0]), 'x'.repeat(1001), 'never']) socket.send(data);
    });
    const [got, ended] = [[] as (string | null)[], Promise.withResolvers<void>()];
    expect(await client.connect(socketTo(url, { onText: (text) => got.push(text), onEnd: ended.resolve }))).toHaveProperty('close');
    await ended.promise;
    expect(got).toEqual(['one', null]);
    expect(headers[0]).not.toHaveProperty('sec-websocket-extensions');
  });

  it('end at once when they are closed, or when the signal says so, whatever the other side does', async () => {
    const { url, client } = await accept((socket) => socket.pause());
    for (const end of ['close', 'abort']) {
      const [ended, stop] = [Promise.withResolvers<void>(), new AbortController()];
      const opened = await client.connect(socketTo(url, { onEnd: ended.resolve, signal: stop.signal }));
      if (end === 'abort') stop.abort();
      else if ('close' in opened) opened.close();
      await ended.promise;
      expect('close' in opened).toBe(true);
    }
  });

  it('tell how they were refused, follow no redirect, and wait for no answer longer than the limit', async () => {
    const site = await startSite({
      '/later': (_, response) => void response.writeHead(429, { 'retry-after': '7' }).end(),
      '/away': (_, response) => void response.writeHead(302, { location: '/later' }).end(),
      '/never': () => undefined,
    });
    const client = openClient({ allowPrivateHosts: [site.host], deadlineMs: 300 });
    const later = await client.connect(socketTo(`${site.url}/later`));
    expect(later).toMatchObject({ status: 429 });
    expect('headers' in later && later.headers.get('retry-after')).toBe('7');
    expect(await client.connect(socketTo(`${site.url}/away`))).toMatchObject({ status: 302 });
    await expect(client.connect(socketTo(`${site.url}/never`))).rejects.toMatchObject({ code: 'unavailable' });
  });
});
