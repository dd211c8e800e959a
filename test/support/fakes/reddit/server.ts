import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createFaults, type Fault } from './faults.ts';
import { createRoutes, type FakeReply, type FakeRequest, type Habits, jsonReply } from './routes.ts';
import { createMembers } from './members.ts';
import { createWorld } from './world.ts';

interface Options extends Partial<Habits> {
  now?: () => number;
  clientId?: string;
  clientSecret?: string;
  /** `expires_in` of its tokens, which expire on its clock. */
  tokenSeconds?: number;
  /** Calls per ten minutes and client before 429; also reported in the rate headers. */
  limit?: number;
  /** Minimum time between two feed calls before 429. */
  rssIntervalMs?: number;
}

const windowMs = 600_000;

/** A Reddit on loopback: real HTTP, invented content, failures on demand. One address serves both hosts. */
export async function startFakeReddit(options: Options = {}) {
  const {
    now = Date.now,
    clientId = 'client',
    clientSecret = 'secret',
    tokenSeconds = 86_400,
    limit = 1000,
    rssIntervalMs = 0,
    badMember = 'fails',
  } = options;
  const world = createWorld(now);
  const faults = createFaults(now);
  const requests: FakeRequest[] = [];
  const answer = createRoutes(world, { badMember });
  const members = createMembers({ now, clientId, clientSecret, tokenSeconds, world });
  const rate = createRate(now, limit);
  let lastFeedAt = -Infinity;

  function replyTo(request: FakeRequest): FakeReply {
    if (request.path === '/api/v1/access_token') return members.issue(request);
    if (request.path === '/api/v1/revoke_token') return members.revokeToken(request);
    if (request.path === '/api/v1/authorize') return members.consent(request);
    if (!request.headers['user-agent']?.includes(':'))
      return {
        status: 403,
        body: '<html><title>Blocked</title>blocked by network security</html>',
        headers: { 'content-type': 'text/html' },
      };
    if (request.path.endsWith('.rss')) return feedReply(request);
    if (/\/s\/[^/]+\/?$/.test(request.path)) return answer(request);
    if (!members.accepts(request))
      return jsonReply(
        401,
        { message: 'Unauthorized', error: 401 },
        { 'www-authenticate': 'Bearer realm="reddit", error="invalid_token"' },
      );
    const headers = rate.count();
    if (!headers) return jsonReply(429, { message: 'Too Many Requests', error: 429 });
    const reply = members.answer(request) ?? answer(request);
    return { ...reply, headers: { ...reply.headers, ...headers } };
  }

  function feedReply(request: FakeRequest): FakeReply {
    const early = lastFeedAt + rssIntervalMs - now();
    if (early > 0)
      return jsonReply(
        429,
        { message: 'Too Many Requests', error: 429 },
        { 'x-ratelimit-used': '1', 'x-ratelimit-remaining': '0.0', 'x-ratelimit-reset': String(Math.ceil(early / 1000)) },
      );
    lastFeedAt = now();
    return answer(request);
  }

  const server = createServer((incoming, outgoing) => {
    void requestOf(incoming, now()).then(async (request) => {
      requests.push(request);
      const fault = faults.take(request);
      if (fault?.kind === 'meanwhile') await fault.run();
      if (fault?.kind === 'refuse') return void outgoing.destroy();
      return fault?.kind === 'reply' ? send(outgoing, fault.reply) : respond(outgoing, fault, replyTo(request));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;

  return {
    url: `http://127.0.0.1:${port}`,
    clientId,
    clientSecret,
    world,
    faults,
    /** Every request received, oldest first. */
    requests,
    /** Invalidates all tokens issued so far. */
    revokeTokens: members.revokeAll,
    members,
    rate,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function requestOf(incoming: IncomingMessage, at: number): Promise<FakeRequest> {
  const url = new URL(incoming.url ?? '/', 'http://fake');
  let body = '';
  for await (const chunk of incoming.setEncoding('utf8')) body += String(chunk);
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return { method: incoming.method ?? 'GET', path: decodeURI(url.pathname), query: url.searchParams, headers, body, at };
}

function send(outgoing: ServerResponse, { status, headers, body }: FakeReply) {
  outgoing.writeHead(status, headers).end(body);
}

async function respond(outgoing: ServerResponse, fault: Fault | null, reply: FakeReply): Promise<void> {
  if (fault?.kind === 'belie') return send(outgoing, fault.reply);
  if (fault?.kind === 'slow') await wait(fault.ms, undefined, { ref: false });
  if (fault?.kind === 'cut') return send(outgoing, { ...reply, body: reply.body.slice(0, Math.floor(reply.body.length / 2)) });
  if (fault?.kind !== 'drop') return send(outgoing, reply);
  if (fault.afterHeaders) {
    outgoing.writeHead(reply.status, { ...reply.headers, 'content-length': String(reply.body.length + 10) });
    await new Promise((done) => outgoing.write(reply.body.slice(0, 20), done));
  }
  outgoing.destroy();
}

/** A client's rate headers, with fractions; `count` returns null once the window is used up. */
function createRate(now: () => number, limit: number) {
  let start = now();
  let used = 0;
  return {
    /** Leaves out the headers, as about a fifth of the real replies do. */
    silent: false,
    count(): Record<string, string> | null {
      if (now() - start >= windowMs) [start, used] = [now(), 0];
      used += 1;
      if (used > limit) return null;
      if (this.silent) return {};
      const reset = Math.ceil((start + windowMs - now()) / 1000);
      return { 'x-ratelimit-used': String(used), 'x-ratelimit-remaining': (limit - used).toFixed(1), 'x-ratelimit-reset': String(reset) };
    },
  };
}
