import type { Core } from '#core/open.ts';
import type { Mount } from '../mount.ts';
import type { Process } from '../state.ts';
import { mountAccounts } from './accounts.ts';
import { mountDiscovery } from './discovery.ts';
import { mountInbox } from './inbox.ts';
import { mountInsights } from './insights.ts';
import { mountInstance } from './instance.ts';
import { mountNotifications } from './notifications.ts';
import { mountReplies } from './replies.ts';
import { mountSystem } from './system.ts';

/** One line per room: each mounts its contract's routes on its services. */
export function mountApi(mount: Mount, core: Core, process: Process): void {
  mountSystem(mount, core, process);
  mountAccounts(mount, core);
  mountInbox(mount, core);
  mountDiscovery(mount, core);
  mountReplies(mount, core);
  mountNotifications(mount, core);
  mountInsights(mount, core);
  mountInstance(mount, core);
}
