import type { Core } from '#core/open.ts';
import { purgeRoutes } from '#shared/purges.ts';
import type { Mount } from '../mount.ts';

export function mountPurges(mount: Mount, { instance: { deletionReport: purges } }: Core): void {
  mount(purgeRoutes.report, (_, actor) => purges.report(actor));
}
