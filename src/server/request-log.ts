import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import type { Log } from '#core/platform/log.ts';
import type { Process, ServerState } from './state.ts';

interface Parts {
  log: Log;
  addressOf: (request: IncomingMessage) => string;
  process: Process;
}

/**
 * Gives each request an id, adds its duration to the metrics, and logs one line with the route, never the path or query, which
 * may contain tokens.
 */
export function requestLog({ log, addressOf, process }: Parts): Middleware<ServerState> {
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
