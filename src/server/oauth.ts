import type { Middleware } from 'koa';
import { basePathOf } from '#core/platform/base-path.ts';
import { AppError } from '#core/platform/errors.ts';
import { OauthFailure, parametersOf, type Site } from '#core/accounts/assistants/request.ts';
import type { Core } from '#core/open.ts';
import { authorizePath } from '#shared/assistants.ts';
import { product } from '#shared/product.ts';
import { mcpPath, programScopeSchema } from '#shared/tokens.ts';
import { readBytes, readJson } from './body.ts';
import { RequestError } from './errors.ts';
import { createLanes, inSlot } from './slots.ts';
import type { ServerContext, ServerState } from './state.ts';

const paths = { register: '/oauth/register', token: '/oauth/token', revoke: '/oauth/revoke' } as const;
const maxBytes = 16 * 1024;
const deadlineMs = 30_000;
const scopes = programScopeSchema.options;
const resourceDocument = '/.well-known/oauth-protected-resource';
const serverDocument = '/.well-known/oauth-authorization-server';

/** `read write`, as the header of a 401 names them. */
export const scopeText = scopes.join(' ');
/** Behind the origin: a path of the resource follows (RFC 9728, 3.1). */
export const resourceDocumentOf = ({ resource }: Site): string => {
  const { origin, pathname } = new URL(resource);
  return origin + resourceDocument + pathname;
};

const describeResource = ({ issuer, resource }: Site) => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_name: product,
});

const describeServer = ({ issuer }: Site) => ({
  issuer,
  authorization_endpoint: issuer + authorizePath,
  token_endpoint: issuer + paths.token,
  registration_endpoint: issuer + paths.register,
  revocation_endpoint: issuer + paths.revoke,
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

/** Reads the request, and returns the work, which waits for its turn: whoever sends slowly must not hold it. */
type Endpoint = (ctx: ServerContext) => Promise<() => Promise<object>>;

async function readForm(ctx: ServerContext): Promise<Map<string, string>> {
  if (!ctx.is('application/x-www-form-urlencoded')) throw new OauthFailure('invalid_request', 'Send a form (x-www-form-urlencoded).');
  return parametersOf((await readBytes(ctx.req, maxBytes)).toString());
}

function createEndpoints({ accounts: { assistants } }: Core): ReadonlyMap<string, Endpoint> {
  return new Map<string, Endpoint>([
    [
      paths.register,
      async (ctx) => {
        const body = await readJson(ctx.req, maxBytes);
        return async () => {
          const { client_id, created, ...client } = await assistants.register(body, ctx.state.address);
          ctx.status = 201;
          return {
            client_id,
            client_id_issued_at: Math.floor(created / 1000),
            ...client,
            grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'],
            token_endpoint_auth_method: 'none',
          };
        };
      },
    ],
    [
      paths.token,
      async (ctx) => {
        const form = await readForm(ctx);
        return () => assistants.tokens(form);
      },
    ],
    [
      paths.revoke,
      async (ctx) => {
        const form = await readForm(ctx);
        return () => assistants.disconnect(form).then(() => ({}));
      },
    ],
  ]);
}

/** A document of RFC 9728 or 8414, at the root of the host or under the path of the public address. */
function findDocument(path: string, { site, base }: { site: Site; base: string }): object | null {
  if ([resourceDocument, resourceDocument + mcpPath, resourceDocument + base + mcpPath].includes(path)) return describeResource(site);
  return [serverDocument, serverDocument + base].includes(path) ? describeServer(site) : null;
}

function toldFailure(ctx: ServerContext, error: unknown): { error: string; error_description: string } {
  if (error instanceof OauthFailure) {
    ctx.status = error.code === 'invalid_client' ? 401 : 400;
    return { error: error.code, error_description: error.message };
  }
  if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
  ctx.status = error instanceof RequestError ? error.status : 400;
  return { error: 'invalid_request', error_description: error.message };
}

/**
 * OAuth 2.1 for assistants, as MCP's specification asks for it: documents that say where everything is, registration, tokens, and
 * revocation. Users allow them on a page of the web app.
 */
export function serveOauth(core: Core): Middleware<ServerState> {
  const endpoints = createEndpoints(core);
  const { writes } = createLanes();

  async function answer(ctx: ServerContext, endpoint: Endpoint): Promise<object> {
    try {
      return await inSlot(ctx, { slots: writes, isCostly: false, deadlineMs, work: await endpoint(ctx) });
    } catch (error) {
      return toldFailure(ctx, error);
    }
  }

  return async (ctx, next) => {
    const { path } = ctx;
    const isDocument = path.startsWith('/.well-known/oauth-');
    if (!isDocument && !path.startsWith('/oauth/')) return next();
    const site = core.accounts.assistants.site();
    const document = isDocument && site ? findDocument(path, { site, base: basePathOf(core.config.http) }) : null;
    const endpoint = endpoints.get(path);
    if (site === null || (!document && !endpoint)) throw new AppError('not_found', 'Not found');
    ctx['_matchedRoute'] = document ? '/.well-known/oauth' : path;
    if (ctx.method !== (document ? 'GET' : 'POST')) throw new RequestError(405, `${ctx.method} does not work here`);
    ctx.status = 200;
    const told = document ?? (endpoint && (await answer(ctx, endpoint)));
    ctx.type = 'application/json';
    ctx.body = Buffer.from(JSON.stringify(told));
    return undefined;
  };
}
