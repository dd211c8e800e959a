import type { Way } from '#shared/ai.ts';
import type { ConnectionTest, ModelCheckPart } from '#shared/connections.ts';
import { tryStripeKeys } from '#core/accounts/billing/gateway.ts';
import { tryIssuer } from '#core/accounts/single-sign-on/issuer.ts';
import type { MergeStep } from '#core/accounts/user-data.ts';
import type { AccountsRoom } from '#core/accounts/open.ts';
import type { CoreContext } from '#core/context.ts';
import type { DiscoveryRoom } from '#core/discovery/open.ts';
import type { Config } from '#core/platform/config.ts';
import type { GuardOf } from '#core/platform/http/upstream.ts';
import { type Mailer, tryEmail } from '#core/platform/email/mailer.ts';
import { createRunner } from '#core/platform/runner.ts';
import { tryRedditClient } from '#core/reddit/client/client.ts';
import type { RedditRoom } from '#core/reddit/open.ts';
import { createAdmin } from './admin/service.ts';
import { createConnections } from './connections/service.ts';
import type { ConnectionStore } from './connections/store.ts';
import { createDeletionReport } from './deletion-report/service.ts';
import { createFeedback } from './feedback/service.ts';
import { createRoadmap } from './roadmap/service.ts';
import type { Settings } from './settings/service.ts';
import { createStatus } from './status/service.ts';
import { createUpdates } from './updates/service.ts';

interface CheckRequest {
  settings: Config['ai'];
  guardOf: GuardOf;
  part: number;
  way: Way | null;
}

/** Asks a model server; the room of models is above this one's arrows. */
type AskModel = (settings: Config['ai'], guardOf: GuardOf) => Promise<ConnectionTest>;

interface InstanceDeps {
  settings: Settings;
  connections: ConnectionStore;
  tryModel: AskModel;
  listModels: AskModel;
  checkModelPart: (request: CheckRequest) => Promise<ModelCheckPart>;
  mailer: Mailer;
  accounts: AccountsRoom;
  reddit: RedditRoom;
  discovery: DiscoveryRoom;
  mergeSteps: readonly MergeStep[];
}

/** Everything for admins and operators of the instance. */
export function openInstance(context: CoreContext, deps: InstanceDeps) {
  const { settings, connections, tryModel, listModels, checkModelPart, mailer, accounts, reddit, discovery } = deps;
  const updates = createUpdates(context);
  const { start: later, settled: settle } = createRunner(context.log);
  return {
    settings,
    updates,
    connections: createConnections({
      ...context,
      store: connections,
      tests: {
        reddit: ({ config }) => tryRedditClient(config.reddit),
        model: ({ config, guardOf }) => tryModel(config.ai, guardOf),
        models: ({ config, guardOf }) => listModels(config.ai, guardOf),
        email: async ({ config, guardOf, actor }) => tryEmail(config.smtp, guardOf('smtp.url'), await accounts.users.receiverOf(actor)),
        oidc: ({ config, guardOf }) => tryIssuer(config, guardOf),
        stripe: ({ config }) => tryStripeKeys(config.billing),
      },
      checkModel: ({ config, guardOf }, asked) => checkModelPart({ settings: config.ai, guardOf, ...asked }),
    }),
    feedback: createFeedback({ ...context, mailer, later }),
    roadmap: createRoadmap(context),
    deletionReport: createDeletionReport({ ...context, whyUnchecked: discovery.pipeline.whyUnchecked }),
    admin: createAdmin({
      ...context,
      mergeSteps: deps.mergeSteps,
      sourceId: discovery.sourceId,
      listSources: discovery.outages.list,
      transportState: discovery.sourceStatus,
      budgetState: () => reddit.access().client?.budget.state() ?? null,
      mailConfigured: () => mailer.isConfigured,
      newerVersion: updates.newer,
      actions: {
        listUsersById: accounts.users.listUsersById,
        setRole: accounts.users.setRole,
        setDisabled: accounts.users.setDisabled,
        inviteUser: accounts.users.inviteUser,
        deleteUser: accounts.users.deleteUser,
        createResetLink: accounts.users.createResetLink,
        grantPlan: accounts.billing.grant,
        getSetting: settings.get,
        setSetting: settings.set,
      },
    }),
    status: createStatus(context),
    /** Waits for emails underway. */
    close: settle,
  };
}
