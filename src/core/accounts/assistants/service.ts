import { dayMs, minuteMs } from '#shared/time.ts';
import type { Allow, AssistantRequest } from '#shared/assistants.ts';
import { maxTokens } from '#shared/tokens.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { transact } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { getOwner } from '../security-stamp.ts';
import { listTokens } from '../tokens/queries.ts';
import { hashOf, newSecret } from '../secret.ts';
import { requireIn } from '../workspaces/access.ts';
import { type AssistantDeps, createGrants } from './grants.ts';
import { type Client, deleteUnused, findClient, insertClient, insertCode } from './queries.ts';
import {
  type AuthorizationRequest,
  checkRequest,
  OauthFailure,
  parametersOf,
  redirectTo,
  type Registration,
  registrationSchema,
  type Site,
  siteOf,
  hostOf,
  isRegistered,
} from './request.ts';

const codeLifeMs = 2 * minuteMs;
/** Programs that registered themselves and nobody has connected, and those that nobody uses any more. */
const unusedMs = dayMs;
const usedMs = 90 * dayMs;

const refused = (message: string) => new AppError('invalid', message);

interface Reviewed extends AuthorizationRequest {
  client: Client;
  site: Site;
  /** Why it can't be allowed. */
  failure: OauthFailure | null;
}

function createReview({ config, readDb }: Pick<AssistantDeps, 'config' | 'readDb'>) {
  /** Throws `invalid` where the address that the answer would go to isn't the program's: nobody is sent there. */
  return async function review(query: string): Promise<Reviewed> {
    const site = siteOf(config);
    if (site === null) throw new AppError('not_found', "Assistants can't connect to this server.");
    try {
      const given = parametersOf(query);
      const client = await findClient(readDb, given.get('client_id') ?? '');
      if (!client) throw refused("This program isn't registered here, or no longer. Remove the connection in it, and add it again.");
      const redirectUri = given.get('redirect_uri') ?? '';
      if (!isRegistered(client.redirectUris, redirectUri))
        throw refused("This program asks to send you to an address that it didn't register. Don't go on.");
      const back = { client, site, redirectUri, state: given.get('state') ?? null };
      try {
        return { ...back, ...checkRequest(given, site), failure: null };
      } catch (error) {
        if (!(error instanceof OauthFailure)) throw error;
        return { ...back, challenge: '', scopes: [], failure: error };
      }
    } catch (error) {
      throw error instanceof OauthFailure ? refused(error.message) : error;
    }
  };
}

/** How assistants get access by OAuth 2.1: they register, their user allows them, and they exchange what they get for a token. */
export function createAssistants(deps: AssistantDeps) {
  const { config, db, now, limiter } = deps;
  const review = createReview(deps);

  return {
    ...createGrants(deps),

    /** Null where assistants can't connect. */
    site: (): Site | null => siteOf(config),

    /** Throws `OauthFailure`, and `too_many` after many of a network. */
    async register(body: unknown, address: string): Promise<Registration & { client_id: string; created: number }> {
      await limiter.assistant(address);
      const { data, error } = registrationSchema.safeParse(body);
      if (!data) {
        const [{ path, message } = { path: [], message: '' }] = error.issues;
        const code = path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
        throw new OauthFailure(code, `${path.join('.')}: ${message}`);
      }
      const [client_id, created] = [newSecret(), now()];
      const { client_name: name, redirect_uris } = data;
      await transact(db, (trx) =>
        insertClient(trx, { client_id, name, redirect_uris: JSON.stringify(redirect_uris), created_at: created }),
      );
      return { ...data, client_id, created };
    },

    async review(query: string): Promise<AssistantRequest> {
      const { client, site, redirectUri, state, scopes, failure } = await review(query);
      const error = failure?.code ?? 'access_denied';
      return {
        name: client.name,
        ...hostOf(redirectUri),
        scopes,
        refusal: failure?.message ?? null,
        cancelUrl: redirectTo({ redirectUri, state }, { error, error_description: failure?.message ?? 'Not allowed', iss: site.issuer }),
      };
    },

    /** Where the user's browser goes next, with a code that only the program can use. */
    async allow(actor: Actor, { query, workspaceId, scope, tools }: Allow): Promise<{ redirectTo: string }> {
      const { client, site, redirectUri, state, challenge, scopes, failure } = await review(query);
      if (failure) throw refused(failure.message);
      if (!scopes.includes(scope)) throw refused("The assistant didn't ask for this access.");
      const code = newSecret();
      await transact(db, async (trx) => {
        const { id, security_stamp: stamp } = await getOwner(trx, actor);
        await requireIn(trx, actor, { id: Number(workspaceId), action: scope === 'write' ? 'work' : 'read' });
        if ((await listTokens(trx, userIdOf(actor))).length >= maxTokens)
          throw new AppError('conflict', `You can have at most ${maxTokens} tokens and assistants. Revoke one first.`);
        const workspace_id = Number(workspaceId) === id ? null : Number(workspaceId);
        const given = { scope, tools: JSON.stringify(tools), challenge, resource: site.resource, redirect_uri: redirectUri };
        const row = { code_hash: hashOf(code), user_id: id, workspace_id, client: client.id, stamp, expires_at: now() + codeLifeMs };
        await insertCode(trx, { ...row, ...given });
      });
      return { redirectTo: redirectTo({ redirectUri, state }, { code, iss: site.issuer }) };
    },

    /** Forgets what is expired or unused; returns how many. */
    prune: (at: number): Promise<number> => transact(db, (trx) => deleteUnused(trx, { now: at, unused: at - unusedMs, used: at - usedMs })),
  };
}
