import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { samplesAt } from '#core/ai/samples.ts';

/** A request to the fake model, over either API. */
export interface Asked {
  model: string;
  system: string;
  prompt: string;
  /** The JSON schema for the response; null when the request has none. */
  schema: unknown;
  maxTokens: number | null;
  /** As it was sent: `think` of Ollama, `reasoning_effort` of the other API. */
  think: unknown;
}
/** Generates the fake model's answer, which may be any text. */
export type Responder = (asked: Asked) => string;

export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Sent chunk by chunk. */
  pieces: string[];
}

/** Transport faults. */
export type Fault =
  | { kind: 'reply'; reply: Reply }
  /** The real reply, delayed by this many real milliseconds, like a model that is still loading. */
  | { kind: 'late'; ms: number }
  /** The real reply, byte by byte with this pause in between. */
  | { kind: 'drip'; ms: number }
  /** The first half of the real reply, sent as if it were complete. */
  | { kind: 'cut' }
  /** A reply without an end, of this many megabytes if nobody hangs up. */
  | { kind: 'flood'; megabytes: number }
  /** Drops the connection without a reply. */
  | { kind: 'drop' };

export interface Request {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  json: Record<string, unknown>;
}

export const jsonReply = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  pieces: [JSON.stringify(body)],
});

export const webPage: Fault = {
  kind: 'reply',
  reply: {
    status: 200,
    headers: { 'content-type': 'text/html' },
    pieces: ['<!doctype html><html><title>Sign in to continue</title></html>'],
  },
};
export const brokenGateway: Fault = {
  kind: 'reply',
  reply: { status: 502, headers: { 'content-type': 'text/html' }, pieces: ['<html><h1>502 Bad Gateway</h1></html>'] },
};

/** The samples with which a model is tried before its first use, by their offers. */
const offers = new Set(samplesAt(0).map(({ campaign }) => campaign.offering));
export const isAboutSamples = ({ json }: Request): boolean => {
  const { prompt } = textsOf(json['messages']);
  return [...offers].some((offer) => prompt.includes(offer));
};

interface ServerOptions {
  /** A reply that comes at once, without a model; such requests aren't in `requests`. */
  about?: (request: Request) => Reply | null;
  /** Requests that are in `requests` only if they fail. */
  isPassing?: (request: Request) => boolean;
}

/** A server on loopback that handles each request by `route`, with failures on demand. */
export async function startModelServer(route: (request: Request) => Reply, { about, isPassing }: ServerOptions = {}) {
  const requests: Request[] = [];
  const faults: { fault: Fault; times: number }[] = [];
  let down = false;

  const takeFault = (): Fault | null => {
    const rule = faults.find(({ times }) => times > 0);
    if (rule) rule.times -= 1;
    return rule?.fault ?? null;
  };

  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => undefined);
    void readRequest(incoming).then((request) => {
      const told = about?.(request) ?? null;
      const isDown = down;
      if (told) return isDown ? void outgoing.destroy() : respond(outgoing, null, told);
      const fault: Fault | null = isDown ? { kind: 'drop' } : takeFault();
      const reply = fault?.kind === 'reply' ? fault.reply : route(request);
      if (fault || reply.status !== 200 || isPassing?.(request) !== true) requests.push(request);
      return respond(outgoing, fault, reply);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;

  return {
    origin: `http://127.0.0.1:${port}`,
    /** Requests, oldest first. */
    requests,
    fail: (fault: Fault, times = Infinity): void => void faults.push({ fault, times }),
    heal(): void {
      faults.length = 0;
      down = false;
    },
    /** Drops every connection without a reply from now on. */
    die(): void {
      down = true;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  let body = '';
  for await (const chunk of incoming.setEncoding('utf8')) body += String(chunk);
  const json = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>;
  return { method: incoming.method ?? 'GET', path: incoming.url ?? '/', headers: incoming.headers, json };
}

async function respond(outgoing: ServerResponse, fault: Fault | null, { status, headers, pieces }: Reply): Promise<void> {
  if (fault?.kind === 'drop') return void outgoing.destroy();
  if (fault?.kind === 'late') await wait(fault.ms, undefined, { ref: false });
  const whole = pieces.join('');
  outgoing.writeHead(status, headers);
  if (fault?.kind === 'flood') return flood(outgoing, fault.megabytes);
  if (fault?.kind === 'cut') return void outgoing.end(whole.slice(0, Math.floor(whole.length / 2)));
  if (fault?.kind !== 'drip') {
    for (const piece of pieces) outgoing.write(piece);
    return void outgoing.end();
  }
  for (const char of whole) {
    if (outgoing.destroyed) return;
    outgoing.write(char);
    await wait(fault.ms, undefined, { ref: false });
  }
  outgoing.end();
}

const megabyte = ' '.repeat(1_000_000);

async function flood(outgoing: ServerResponse, megabytes: number): Promise<void> {
  const source = Readable.from(Array.from({ length: megabytes }, () => megabyte));
  await pipeline(source, outgoing).catch(() => undefined);
}

interface Message {
  role: string;
  content: string;
}

export function textsOf(messages: unknown): { system: string; prompt: string } {
  const list = (Array.isArray(messages) ? messages : []) as Message[];
  const textOf = (role: string): string => list.flatMap((message) => (message.role === role ? [message.content] : [])).join('\n');
  return { system: textOf('system'), prompt: textOf('user') };
}

/** A rough count: four characters per token. */
export const countTokens = (text: string): number => Math.ceil(text.length / 4);
