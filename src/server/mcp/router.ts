import Router from '@koa/router';
import * as z from 'zod';
import type { Core } from '#core/open.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Now } from '#core/platform/clock.ts';
import { AppError } from '#core/platform/errors.ts';
import { defineRoute } from '#shared/route.ts';
import { minuteMs } from '#shared/time.ts';
import { mcpPath } from '#shared/tokens.ts';
import { createMount } from '../mount.ts';
import type { ServerContext, ServerState } from '../state.ts';
import { resourceDocumentOf, scopeText } from '../oauth.ts';
import { createWorkSlots } from '../slots.ts';
import { checkOrigin } from '../host-check.ts';

const route = defineRoute({
  method: 'POST',
  path: mcpPath,
  access: 'user',
  tokens: 'read',
  summary: 'Model Context Protocol over streamable HTTP',
  // A single message: later versions of the protocol have no batches, and a batch would count as one request.
  body: z.record(z.string(), z.unknown()),
  response: z.string(),
  produces: 'application/json; charset=utf-8',
});
const passedOn = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id'];
const perMinute = 120;

/** Counts each user's requests within a minute. Throws `too_many` beyond the limit. */
function createRequestRate(now: Now): (userId: string) => void {
  let counts = new Map<string, number>();
  let minute = 0;
  return (userId) => {
    const current = Math.floor(now() / minuteMs);
    if (current !== minute) {
      minute = current;
      counts = new Map();
    }
    const count = (counts.get(userId) ?? 0) + 1;
    counts.set(userId, count);
    if (count <= perMinute) return;
    const retryAfter = Math.ceil(((current + 1) * minuteMs - now()) / 1000);
    throw new AppError('too_many', `At most ${perMinute} requests a minute. Try again in ${retryAfter} seconds.`, { retryAfter });
  };
}

function toRequest(ctx: ServerContext): Request {
  const headers = new Headers();
  for (const name of passedOn) if (ctx.get(name) !== '') headers.set(name, ctx.get(name));
  return new Request(`http://localhost${mcpPath}`, { method: 'POST', headers });
}

/** Name of the tool that a message calls; null for every other message. */
function calledTool({ method, params }: Record<string, unknown>): string | null {
  if (method !== 'tools/call' || typeof params !== 'object' || params === null || !('name' in params)) return null;
  return String(params.name);
}

/** Uses a new server per message, so that nothing carries over from one request to the next. */
async function answerMessage(core: Core, actor: Actor, { ctx, message }: { ctx: ServerContext; message: Record<string, unknown> }) {
  const [{ WebStandardStreamableHTTPServerTransport }, { createMcpServer, grantedTools }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('./server.ts'),
  ]);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = createMcpServer(core, actor, { granted: grantedTools(actor), called: calledTool(message) });
  try {
    await server.connect(transport);
    const response = await transport.handleRequest(toRequest(ctx), { parsedBody: message });
    ctx.status = response.status;
    return await response.text();
  } finally {
    await server.close();
  }
}

/** The MCP server at `/mcp`: for API tokens, without sessions, one JSON response per message. */
export function createMcpRouter(core: Core): Router<ServerState> {
  const router = new Router<ServerState>({ sensitive: true, strict: true });
  const spend = createRequestRate(core.now);
  const { mcpActorFrom: actorFrom, assistants } = core.accounts;
  router.use(mcpPath, async (ctx, next) => {
    ctx.set('Cache-Control', 'no-store');
    checkOrigin(ctx.req.headers, core.config.http.publicUrl);
    try {
      await next();
    } catch (error) {
      const site = assistants.site();
      // From there, assistants find out how to log in (RFC 9728, 5.1).
      if (site !== null && error instanceof AppError && error.code === 'unauthenticated') {
        const problem = ctx.get('authorization') === '' ? '' : ', error="invalid_token"';
        ctx.set('WWW-Authenticate', `Bearer resource_metadata="${resourceDocumentOf(site)}", scope="${scopeText}"${problem}`);
      }
      throw error;
    }
  });
  createMount(router, { actorFrom })(
    route,
    ({ body }, actor, ctx) => {
      if (actor.kind !== 'user' || actor.tokenScope === undefined)
        throw new AppError('forbidden', 'MCP takes an API token, not a session. Create one under Settings → API tokens and feeds.');
      spend(actor.userId);
      return answerMessage(core, actor, { ctx, message: body });
    },
    { slots: createWorkSlots({ perUser: 4, total: 16 }) },
  );
  return router;
}
