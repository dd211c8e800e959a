import { type IncomingMessage, type ServerResponse, ServerResponse as Response } from 'node:http';
import type { Duplex } from 'node:stream';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Handle, startSite } from './site.ts';

interface Post {
  did: string;
  rkey: string;
  handle: string;
  record: Record<string, unknown>;
  count: number;
}
interface Published {
  title: string;
  body?: string;
  author?: string;
  at?: number;
  count?: number;
  /** Fields of the record beside its text. */
  record?: Record<string, unknown>;
}

const collection = 'app.bsky.feed.post';
export const agoMs = 3000;
/** As `did:plc:` names are: 24 characters of base 32. */
const didOf = (name: string): string =>
  `did:plc:${createHash('sha256')
    .update(name)
    .digest('hex')
    .slice(0, 24)
    .replaceAll(/[0189]/g, 'x')}`;
const uriOf = ({ did, rkey }: Post): string => `at://${did}/${collection}/${rkey}`;

/** Bluesky on loopback: the live stream (`/subscribe`), and the two methods of the public API that the source asks. */
export async function startFakeBluesky(now: () => number) {
  const posts = new Map<string, Post>();
  const events: { time_us: number; text: string }[] = [];
  const labels = new Map<string, string[]>();
  const open = new Set<WebSocket>();
  const sockets = new Set<Duplex>();
  const cursors: number[] = [];
  const state: { handle: Handle | null; isMute: boolean } = { handle: null, isMute: false };
  let lastTime = 0;
  let lastKey = 0;

  const onOpen = new Set<() => void>();
  function answer(request: IncomingMessage, response: ServerResponse): void {
    if (state.handle) return state.handle(request, response);
    const url = new URL(request.url ?? '', 'http://localhost');
    const send = (json: object): void =>
      void response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(json));
    const profileOf = ({ did, handle }: Post) => ({ did, handle, labels: (labels.get(did) ?? []).map((val) => ({ src: did, val })) });
    if (url.pathname === '/xrpc/app.bsky.actor.getProfiles') {
      const wanted = url.searchParams.getAll('actors');
      if (wanted.length > 25) return void response.writeHead(400).end('{"error":"InvalidRequest"}');
      const found = new Map([...posts.values()].map((post) => [post.did, profileOf(post)]));
      return send({ profiles: wanted.flatMap((did) => found.get(did) ?? []) });
    }
    if (url.pathname === '/xrpc/app.bsky.feed.getPosts') {
      const wanted = url.searchParams.getAll('uris');
      if (wanted.length > 25) return void response.writeHead(400).end('{"error":"InvalidRequest"}');
      const found = new Map([...posts.values()].map((post) => [uriOf(post), post]));
      return send({
        posts: wanted.flatMap((uri) => {
          const post = found.get(uri);
          return post ? [{ uri, author: profileOf(post), record: post.record, likeCount: post.count, replyCount: post.count }] : [];
        }),
      });
    }
    response.writeHead(404).end('Not found');
  }

  const site = await startSite({}, answer);
  const server = new WebSocketServer({ noServer: true });
  site.onUpgrade((request, socket, head) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    site.requests.push({ path: request.url ?? '', headers: request.headers });
    if (state.handle) {
      const response = new Response(request);
      response.assignSocket(socket as Parameters<typeof response.assignSocket>[0]);
      return state.handle(request, response);
    }
    server.handleUpgrade(request, socket, head, (client) => {
      open.add(client);
      client.on('close', () => open.delete(client)).on('error', () => undefined);
      const cursor = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('cursor'));
      cursors.push(cursor);
      for (const act of onOpen) act();
      if (state.isMute) return;
      for (const { time_us: time, text } of events) if (time >= cursor) client.send(text);
      beat(client);
    });
  });
  const beats = setInterval(() => open.forEach(beat), 500);
  onTestFinished(() => {
    clearInterval(beats);
    for (const socket of sockets) socket.destroy();
  });

  /** Something always happens: here, somebody's handle changes. */
  function beat(client: WebSocket): void {
    if (state.isMute) return;
    client.send(
      JSON.stringify({
        did: didOf('beat'),
        time_us: now() * 1000,
        kind: 'identity',
        identity: { did: didOf('beat'), handle: 'beat.example.com' },
      }),
    );
  }
  function emit(event: object): void {
    // A few seconds ago: only what `beat` sends is from now, and comes last.
    lastTime = Math.max(lastTime + 1, (now() - agoMs) * 1000);
    const text = JSON.stringify({ ...event, time_us: lastTime });
    events.push({ time_us: lastTime, text });
    for (const client of open) client.send(text);
  }
  const commit = ({ did, rkey, record }: Post, operation: string): object => ({
    did,
    kind: 'commit',
    commit: { rev: '3lbtu6', operation, collection, rkey, ...(operation === 'delete' ? {} : { record, cid: 'bafyrei' }) },
  });

  return {
    ...site,
    config: { bluesky: { servers: [site.url], url: site.url } },
    state,
    /** Of the connections so far, in µs. */
    cursors,
    connections: () => open.size,
    /** Publishes a post and returns its fullname. */
    publish({ title, body = '', author = 'somebody', at = now(), count = 3, record = {} }: Published): string {
      const text = body === '' ? title : `${title}\n\n${body}`;
      const post: Post = {
        did: didOf(author),
        rkey: `3lbt${(lastKey += 1)}`,
        handle: `${author}.bsky.social`,
        record: { $type: collection, text, createdAt: new Date(at).toISOString(), langs: ['en'], ...record },
        count,
      };
      const fullname = `bsky_${post.did}/${post.rkey}`;
      posts.set(fullname, post);
      emit(commit(post, 'create'));
      return fullname;
    },
    remove(fullname: string): void {
      const post = posts.get(fullname);
      if (!post) throw new Error(`no post ${fullname}`);
      posts.delete(fullname);
      emit(commit(post, 'delete'));
    },
    /** Labels that an account has: `bot`, `!no-unauthenticated`. */
    label: (author: string, ...values: string[]): void => void labels.set(didOf(author), values),
    /** Sends any message to everybody who listens. */
    send: (data: string | Buffer): void => open.forEach((client) => client.send(data)),
    /** Calls back at each new connection. */
    onOpen: (act: () => void): void => void onOpen.add(act),
    /** Resolves when everybody has received what was sent so far. */
    flushed: async (): Promise<void> => {
      const pongs = [...open].map((client) => once(client, 'pong'));
      for (const client of open) client.ping();
      await Promise.all(pongs);
    },
    drop: (): void => open.forEach((client) => client.terminate()),
  };
}
