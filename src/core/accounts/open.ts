import { tokenPrefix } from '#shared/tokens.ts';
import type { CoreContext } from '#core/context.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { Mailer } from '#core/platform/email/mailer.ts';
import { createLimiter } from '#core/platform/limiter.ts';
import { perVersion } from '#core/platform/per-version.ts';
import { createAssistants } from './assistants/service.ts';
import { createBeta } from './beta/service.ts';
import { createGateway } from './billing/gateway.ts';
import { createBilling } from './billing/service.ts';
import { createPasswords, type PasswordCost } from './passwords.ts';
import { mirrorPlans } from './plans/queries.ts';
import type { UserData } from './user-data.ts';
import type { PlanUsage } from './plans/limits.ts';
import { createPlans } from './plans/service.ts';
import { ownOrigin } from './reset-links.ts';
import { createAccounts } from './service.ts';
import { setUpCodeOf } from './set-up-code.ts';
import { createTokens } from './tokens/service.ts';
import { createWorkspaces } from './workspaces/service.ts';

interface AccountsDeps {
  mailer: Mailer;
  userData: UserData;
  planUsage: PlanUsage;
  isBetaMode: () => Promise<boolean>;
  /** Ends external services, such as a subscription, before an account is deleted. Throws if that fails. */
  beforeLeaving: (userId: number) => Promise<void>;
  passwordCost: PasswordCost | undefined;
}

/** Users and sessions, API tokens, invitations, plans, and billing. */
export async function openAccounts(
  context: CoreContext,
  { mailer, userData, planUsage, isBetaMode, beforeLeaving, passwordCost }: AccountsDeps,
) {
  const { config, db, secrets } = context;
  await mirrorPlans(db, config.billing.plans);
  const plans = createPlans({ ...context, usage: planUsage, canConfirm: () => mailer.isConfigured });
  const gateways = perVersion(
    () => config.billing,
    (section) => (section.stripeKey === '' ? null : createGateway(section)),
  );
  const billing = createBilling({ ...context, gateway: gateways.current, origin: () => ownOrigin(config), plans });
  const beta = createBeta({ ...context, mailer });
  const users = createAccounts({
    ...context,
    mailer,
    userData,
    beforeLeaving: (userId) => billing.endFor(userId).then(() => beforeLeaving(userId)),
    isBetaMode,
    setUpCode: () => setUpCodeOf(config, secrets),
    invitations: beta.invitations,
    signingKey: secrets.keyFor('access tokens'),
    sealing: secrets,
    passwords: createPasswords(passwordCost),
  });
  const tokens = createTokens(context);
  const limiter = createLimiter(context);
  const workspaces = createWorkspaces({ ...context, mailer, userData, limiter });
  const assistants = createAssistants({ ...context, limiter });
  return {
    users,
    tokens,
    workspaces,
    assistants,
    plans,
    billing,
    beta,
    /** The user of a bearer token, which is a session's or an API token. */
    actorFrom: (token: string, address?: string): Promise<Actor> =>
      token.startsWith(tokenPrefix) ? tokens.actorFrom(token) : users.actorFrom(token, address),
    /** The same at the MCP server, which assistants' tokens are for. */
    mcpActorFrom: (token: string, address?: string): Promise<Actor> =>
      token.startsWith(tokenPrefix) ? tokens.actorFrom(token, assistants.site()?.resource ?? null) : users.actorFrom(token, address),
    async close(): Promise<void> {
      await users.settle();
      await users.closeIssuers();
      await gateways.close(async (gateway) => gateway?.close());
    },
  };
}
export type AccountsRoom = Awaited<ReturnType<typeof openAccounts>>;
