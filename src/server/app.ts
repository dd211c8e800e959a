import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import type { Core } from '#core/open.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Log } from '#core/platform/log.ts';
import type { Route } from '#shared/route.ts';
import { createAddressOf, createIsLocal } from './address.ts';
import { mountApi } from './api/index.ts';
import { authorize, signInPaths } from './auth.ts';
import { errorBoundary } from './errors.ts';
import { createHostCheck, wrongHost } from './host-check.ts';
import { createMcpRouter } from './mcp/router.ts';
import { createMount, type Mount } from './mount.ts';
import { serveOauth } from './oauth.ts';
import { serveStatic } from './static.ts';
import type { Process, ServerState, ServerContext } from './state.ts';

type Handler = (ctx: ServerContext, next: () => Promise<unknown>) => unknown;

/**
 * Runs routes without parameters and with a single handler, found by their path: the library would compare the path of each request
 * with every route, of which there are 200, and compose the handlers anew. Without this, a kept list takes 20 % more CPU time and
 * `/api/auth/me` 17 % (`npm run bench requests`). All routes are registered before.
 */
export function runFixedRoutes({ stack }: Router<ServerState>): Handler {
  const handlers = new Map<string, Handler>();
  for (const { path, paramNames, methods, stack: steps } of stack) {
    const [handler] = steps;
    if (paramNames.length > 0 || steps.length !== 1 || !handler) continue;
    for (const method of methods) handlers.set(`${method} ${String(path)}`, handler as Handler);
  }
  return (ctx, next) => {
    const { method, path } = ctx.request;
    const handler = handlers.get(`${method} ${path}`);
    if (handler) ctx['_matchedRoute'] = path;
    return handler ? handler(ctx, next) : next();
  };
}

const metricsRoute = { access: 'admin', tokens: 'read' } as const;

export interface AppOptions {
  process: Process;
  /** Folder of the built web app. */
  webRoot: string;
}

interface Parts {
  log: Log;
  addressOf: (request: IncomingMessage) => string;
  process: Process;
}

/**
 * Gives each request an id, adds its duration to the metrics, and logs one line with the route, never the path or query, which
 * may contain tokens.
 */
function requestLog({ log, addressOf, process }: Parts): Middleware<ServerState> {
  // Looking for secrets took most of the time of a line, and these six fields hold none.
  const lines = log.child({}, { redact: [] });
  return async (ctx, next) => {
    const start = performance.now();
    const requestId = randomUUID();
    ctx.state = { requestId, address: addressOf(ctx.req), actor: null };
    ctx.res.setHeader('x-request-id', requestId);
    await next();
    const { status, state } = ctx;
    const { actor } = state;
    const route = String(ctx['_matchedRoute'] ?? (ctx.path.startsWith('/api') ? 'unknown' : 'static'));
    const ms = performance.now() - start;
    process.metrics.observe({ route, status, seconds: ms / 1000 });
    lines.info(
      {
        id: requestId,
        method: ctx.method,
        route,
        status,
        ms: Math.round(ms),
        user: actor?.kind === 'user' ? actor.userId : undefined,
      },
      'request',
    );
  };
}

/** Signing in writes a little, and whoever wants to delete something may have to sign in first. */
const frees = ({ method, path }: Route): boolean => method === 'DELETE' || signInPaths.has(path);

/** Lets routes that delete go on when the disk is full. */
const whenFull =
  (mount: Mount, { reserve }: Pick<Core, 'reserve'>): Mount =>
  (route, handler, options) =>
    mount(route, frees(route) ? (...given: Parameters<typeof handler>) => reserve.use(() => handler(...given)) : handler, options);

/** Serves the API under `/api` and the web app everywhere else. */
export function createApp(core: Core, { process, webRoot }: AppOptions): Koa<ServerState> {
  const app = new Koa<ServerState>();
  const router = new Router<ServerState>({ prefix: '/api', sensitive: true, strict: true });
  mountApi(whenFull(createMount(router, core.accounts), core), core, process);
  const isLocal = createIsLocal(core.config);
  router.get('/metrics', async (ctx) => {
    ctx.state.actor = isLocal(ctx.req) ? null : await authorize(ctx.req, metricsRoute, core.accounts.actorFrom);
    ctx.type = process.metrics.contentType;
    ctx.body = await process.metrics.text(core, process.sockets());
  });
  // Only the code, because the error may contain bytes of the request.
  app.on('error', (error: NodeJS.ErrnoException) => core.log.debug({ code: error.code }, 'response broke off'));
  app.use(requestLog({ log: core.log, addressOf: createAddressOf(core.config.http.trustedProxies), process }));
  app.use(errorBoundary(core.log));
  const isOwnHost = createHostCheck(core.config);
  app.use((ctx, next) => {
    if (!isOwnHost(ctx.req)) throw new AppError('forbidden', wrongHost(core.config.http));
    return next();
  });
  app.use(serveOauth(core));
  // Files before the routes with parameters: the library compares the path of a request with every route.
  app.use(runFixedRoutes(router)).use(serveStatic(webRoot, core.config));
  app.use(router.routes()).use(router.allowedMethods());
  const mcp = createMcpRouter(core);
  app.use(mcp.routes()).use(mcp.allowedMethods());
  return app;
}
