import type { AccountsRoom } from '#core/accounts/open.ts';
import type { CoreContext } from '#core/context.ts';
import type { DiscoveryRoom } from '#core/discovery/open.ts';
import type { Mailer } from '#core/platform/email/mailer.ts';
import type { RedditRoom } from '#core/reddit/open.ts';
import { createAdmin } from './admin/service.ts';
import { createDeletionReport } from './deletion-report/service.ts';
import { createFeedback } from './feedback/service.ts';
import { createRoadmap } from './roadmap/service.ts';
import type { Settings } from './settings/service.ts';
import { createStatus } from './status/service.ts';

interface InstanceDeps {
  settings: Settings;
  mailer: Mailer;
  accounts: AccountsRoom;
  reddit: RedditRoom;
  discovery: DiscoveryRoom;
  inMemory: boolean;
}

/** Everything for admins and operators of the instance. */
export function openInstance(context: CoreContext, { settings, mailer, accounts, reddit, discovery, inMemory }: InstanceDeps) {
  return {
    settings,
    feedback: createFeedback(context),
    roadmap: createRoadmap(context),
    deletionReport: createDeletionReport({ ...context, whyUnchecked: discovery.pipeline.whyUnchecked }),
    admin: createAdmin({
      ...context,
      sourceId: discovery.sourceId,
      transportState: discovery.sourceStatus,
      budgetState: () => reddit.access.client?.budget.state() ?? null,
      mailConfigured: mailer.isConfigured,
      inMemory,
      actions: {
        listUsersById: accounts.users.listUsersById,
        setRole: accounts.users.setRole,
        setDisabled: accounts.users.setDisabled,
        createResetLink: accounts.users.createResetLink,
        grantPlan: accounts.billing.grant,
        getSetting: settings.get,
        setSetting: settings.set,
      },
    }),
    status: createStatus(context),
  };
}
