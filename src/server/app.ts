import Router from '@koa/router';
import Koa from 'koa';
import type { Core } from '#core/open.ts';
import { AppError } from '#core/platform/errors.ts';
import { createAddressOf, createIsLocal } from './address.ts';
import { mountApi } from './api/index.ts';
import { authorize } from './auth.ts';
import { errorBoundary } from './errors.ts';
import { runFixedRoutes } from './fixed-routes.ts';
import { mountFreeing } from './freeing.ts';
import { createHostCheck, wrongHost } from './host-check.ts';
import { createMcpRouter } from './mcp/router.ts';
import { createMount } from './mount.ts';
import { requestLog } from './request-log.ts';
import { serveStatic } from './static.ts';
import type { Process, ServerState } from './state.ts';

const metricsRoute = { access: 'admin', tokens: 'read' } as const;

export interface AppOptions {
  process: Process;
  /** Folder of the built web app. */
  webRoot: string;
}

/** Serves the API under `/api` and the web app everywhere else. */
export function createApp(core: Core, { process, webRoot }: AppOptions): Koa<ServerState> {
  const app = new Koa<ServerState>();
  const router = new Router<ServerState>({ prefix: '/api', sensitive: true, strict: true });
  mountApi(mountFreeing(createMount(router, core.accounts.actorFrom), core.reserve), core, process);
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
  // Files before the routes with parameters: the library compares the path of a request with every route.
  app.use(runFixedRoutes(router)).use(serveStatic(webRoot, core.config));
  app.use(router.routes()).use(router.allowedMethods());
  const mcp = createMcpRouter(core);
  app.use(mcp.routes()).use(mcp.allowedMethods());
  return app;
}
