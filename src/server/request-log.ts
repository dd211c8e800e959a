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

/** Gives each request its id and one line: which route, never which words, since paths and queries can hold tokens. */
export function requestLog({ log, addressOf, process }: Parts): Middleware<ServerState> {
  return async (ctx, next) => {
    const start = performance.now();
    const requestId = randomUUID();
    Object.assign(ctx.state, { requestId, address: addressOf(ctx.req), actor: null } satisfies ServerState);
    ctx.set('X-Request-Id', requestId);
    await next();
    const group = `${Math.floor(ctx.status / 100)}xx`;
    process.answered.set(group, (process.answered.get(group) ?? 0) + 1);
    const { actor } = ctx.state;
    const route = String(ctx['_matchedRoute'] ?? (ctx.path.startsWith('/api') ? 'unknown' : 'static'));
    log.info(
      {
        id: requestId,
        method: ctx.method,
        route,
        status: ctx.status,
        ms: Math.round(performance.now() - start),
        user: actor?.kind === 'user' ? actor.userId : undefined,
      },
      'request',
    );
  };
}
