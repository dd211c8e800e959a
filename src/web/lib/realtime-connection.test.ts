import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRealtime } from './realtime-connection.ts';

let server: Server;
let url: string;
let sockets: Socket[];
let received: string[];

beforeEach(async () => {
  sockets = [];
  received = [];
  const http = createServer();
  server = new Server(http, { path: '/socket.io' });
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.onAny((event: string, id: string) => received.push(`${event} ${id}`));
  });
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

function start() {
  const said: string[] = [];
  const logged: string[] = [];
  const stale: string[] = [];
  const add = (line: string) => void logged.push(line);
  const speak = (kind: string) => (words: string, milliseconds?: unknown) =>
    void said.push([kind, words, milliseconds].filter(Boolean).join(' | '));
  const realtime = createRealtime({
    loadClient: () => Promise.resolve((target, options) => io(target, { ...options, reconnectionDelay: 10, forceNew: true })),
    showToast: { info: speak('info'), success: speak('success'), error: speak('error') },
    log: { info: add, warn: add, error: add },
    onStale: (keys) => void stale.push(...keys),
  });
  return { realtime, said, logged, stale };
}
const connected = async ({ realtime }: ReturnType<typeof start>) => {
  await realtime.open(url, 'the-token');
  await vi.waitFor(() => expect(realtime.isConnected()).toBe(true), 60_000);
};

describe('realtime', () => {
  it('sends the token, and disconnects on close', async () => {
    const started = start();
    await connected(started);
    expect(sockets[0]?.handshake.auth).toEqual({ token: 'the-token' });
    started.realtime.close();
    expect(started.realtime.isConnected()).toBe(false);
  });

  it('says at each connection what the page knows of its role', async () => {
    const { realtime } = start();
    let role = 'viewer';
    await realtime.open(url, 'the-token', () => role);
    await vi.waitFor(() => expect(realtime.isConnected()).toBe(true), 60_000);
    role = 'member';
    sockets[0]?.conn.close();
    await vi.waitFor(() => expect(sockets.map(({ handshake }) => handshake.auth['standing'])).toEqual(['viewer', 'member']), 60_000);
    realtime.close();
  });

  it('stays disconnected without a URL and logs that', async () => {
    const { realtime, logged } = start();
    await realtime.open('', 'the-token');
    expect(logged).toEqual(['Realtime connection disabled for serverless deployment']);
    expect(realtime.isConnected()).toBe(false);
  });

  it('shows the specified toasts for the specified time', async () => {
    const started = start();
    await connected(started);
    const send = (event: string, payload: object) => sockets[0]?.emit(event, { campaignId: '1', ...payload });
    send('scrape-start', { runId: '1' });
    send('scrape-progress', { subreddit: 'freelance', leads: 0 });
    send('scrape-progress', { subreddit: 'freelance', leads: 2 });
    send('scrape-complete', { totalPosts: 120, totalComments: 40, newLeads: 3 });
    send('scrape-error', { error: 'Reddit said no' });
    send('new-lead', { lead: { id: '1', redditUsername: 'graphite_otter', confidence: 93 } });
    send('cleanup-complete', { removed: 4 });
    await vi.waitFor(() => expect(started.logged).toHaveLength(1), 60_000);
    expect(started.said).toEqual([
      'info | Monitoring started for campaign | 3000',
      'info | Found 2 new leads in r/freelance | 4000',
      'success | Analysis complete: 120 posts, 40 comments, 3 new leads',
      'error | Monitoring error: Reddit said no',
      'info | New lead found: u/graphite_otter (93)',
    ]);
  });

  it('joins and leaves campaigns only while connected', async () => {
    const started = start();
    started.realtime.join('1');
    await connected(started);
    started.realtime.join('2');
    started.realtime.leave('2');
    await vi.waitFor(() => expect(received).toEqual(['join-campaign 2', 'leave-campaign 2']), 60_000);
    started.realtime.close();
    started.realtime.join('3');
    expect(received).toHaveLength(2);
  });

  it('marks stale data, and refetches everything after a reconnect', async () => {
    const started = start();
    await connected(started);
    sockets[0]?.emit('stale', { keys: ['runs-changed'] });
    await vi.waitFor(() => expect(started.stale).toEqual(['/campaigns', '/dashboard']), 60_000);
    sockets[0]?.conn.close();
    await vi.waitFor(() => expect(sockets).toHaveLength(2), 60_000);
    await vi.waitFor(() => expect(started.stale).toEqual(['/campaigns', '/dashboard', '/']), 60_000);
    started.realtime.close();
  });

  it('passes events to listeners until they unsubscribe', async () => {
    const started = start();
    await connected(started);
    const errors: string[] = [];
    const stop = started.realtime.on('scrape-error', ({ error }) => void errors.push(error));
    sockets[0]?.emit('scrape-error', { campaignId: '1', error: 'a' });
    await vi.waitFor(() => expect(errors).toEqual(['a']), 60_000);
    stop();
    sockets[0]?.emit('scrape-error', { campaignId: '1', error: 'b' });
    await vi.waitFor(() => expect(started.said).toHaveLength(2), 60_000);
    expect(errors).toEqual(['a']);
    started.realtime.close();
  });
});
