import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hourMs } from '#shared/time.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Core } from '#core/open.ts';
import { clearUploads } from '#core/discovery/imports/uploads.ts';
import { basePathOf } from '#core/platform/base-path.ts';
import type { Config } from '#core/platform/config.ts';
import { unneededSince } from '#core/platform/guards/old-files.ts';
import { perVersion } from '#core/platform/per-version.ts';
import { webRoot as builtWebRoot } from '#core/platform/web-root.ts';
import { createApp } from './app.ts';
import { hasBody } from './body.ts';
import { limitConnections } from './connection-limit.ts';
import { createHeaders } from './headers.ts';
import { createMetrics } from './metrics.ts';
import { createRealtime } from './realtime.ts';
import type { Process } from './state.ts';

export interface ServeOptions {
  /** One-time code that signs in to the oldest account, for demos. */
  demoCode?: string;
  /** Folder of the built web app; default: `dist/web`. */
  webRoot?: string;
  /** Interval for detecting writes and ended sessions by other processes. */
  pollMs?: number;
  /** How long a socket may stay open without sign-in. */
  admissionMs?: number;
  /** How many connections may be open. */
  maxConnections?: number;
  /** How long running requests may take at shutdown before they are ended. */
  drainMs?: number;
}
export interface Running {
  /** URL that the server listens on. */
  url: string;
  /** Accepts no new requests, lets running ones finish, then closes the remaining connections. */
  close(): Promise<void>;
}

/**
 * Headers 15 s; keep-alive longer than the 60 s of most proxies. Node's request timeout would cut off uploads of gigabytes, so it
 * is an hour, and JSON bodies have their own of 30 s (docs/decisions/0006).
 */
const limits = {
  headersTimeout: 15_000,
  requestTimeout: hourMs,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  connectionsCheckingInterval: 5_000,
};
const maxConnections = 2_000;
const idleMs = 120_000;
/** How long a client may keep sending after the response before the connection is closed. */
const lingerMs = 2_000;

function addressFailure(cause: unknown, { port, host }: { port: number; host: string }): AppError | null {
  const code = cause instanceof Error && 'code' in cause ? cause.code : '';
  if (code === 'EADDRINUSE')
    return new AppError('conflict', `Port ${port} is in use by another program. Stop it, or set another port (http.port).`, { cause });
  if (code === 'EACCES')
    return new AppError('unavailable', `This user may not listen on port ${port}. Set a port above 1023 (http.port).`, { cause });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new AppError('invalid', `${host} is not an address of this machine. Set another one (http.host).`, { cause });
  return null;
}

async function listen(server: Server, { port, host }: { port: number; host: string }): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw addressFailure(error, { port, host }) ?? error;
  }
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}

/** A client that keeps sending its body slowly after the response would hold the connection indefinitely. */
function cutUnfinished(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  response.once('finish', () => {
    if (request.complete) return;
    request.resume();
    setTimeout(() => void (request.complete || request.destroy()), lingerMs).unref();
  });
}

/**
 * Cuts the path of `http.publicUrl` off a request, so that everything behind it knows only its own paths. A proxy that has cut it
 * off already works, too.
 */
function createCutBasePath(config: { http: Pick<Config['http'], 'publicUrl'> }): (request: IncomingMessage) => void {
  const bases = perVersion(() => config.http, basePathOf);
  return (request) => {
    const base = bases.current();
    const { url = '' } = request;
    if (base === '' || !url.startsWith(base)) return;
    const rest = url.slice(base.length);
    if (rest === '' || rest.startsWith('?')) request.url = `/${rest}`;
    else if (rest.startsWith('/')) request.url = rest;
  };
}

function stopListening(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMs);
    // Connections that become idle after close() would otherwise stay open until their keep-alive ends.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
  });
}

/** Starts the HTTP server of a core. The caller closes the core. */
export async function serve(core: Core, options: ServeOptions = {}): Promise<Running> {
  const { demoCode = '', webRoot = builtWebRoot, pollMs = 1_000, drainMs = 5_000 } = options;
  await clearUploads(core.config.dataDir, unneededSince(Date.now(), core.peers.number));
  const server = createServer(limits);
  server.setTimeout(idleMs);
  const { trustedProxies, connectionsPerAddress } = core.config.http;
  limitConnections(server, {
    perAddress: connectionsPerAddress,
    total: options.maxConnections ?? maxConnections,
    trustedProxies,
    log: core.log,
  });
  const realtime = await createRealtime(core, server, { pollMs, admissionMs: options.admissionMs });
  const process: Process = { draining: false, sockets: realtime.count, metrics: createMetrics(core.bus), demoCode };
  const open = (): Promise<string> => {
    const handle = createApp(core, { process, webRoot }).callback();
    const setHeaders = createHeaders(core.config);
    server.on('request', (request, response) => void handle(request, response));
    realtime.attach();
    // First of all listeners, so that the socket's own responses have the headers too.
    server.prependListener('request', setHeaders);
    // Before these, because they look at the path.
    const cutBasePath = createCutBasePath(core.config);
    for (const event of ['request', 'upgrade']) server.prependListener(event, cutBasePath);
    server.on('request', cutUnfinished);
    return listen(server, core.config.http);
  };
  const url = await Promise.try(open).catch(async (error: unknown) => {
    await realtime.close();
    throw error;
  });
  return {
    url,
    async close() {
      process.draining = true;
      await realtime.close();
      await stopListening(server, drainMs);
    },
  };
}
