import type { Core } from '#core/open.ts';
import { dashboardRoutes } from '#shared/dashboard.ts';
import type { Mount } from '../mount.ts';

export function mountDashboard(mount: Mount, { insights: { dashboard } }: Core): void {
  mount(dashboardRoutes.get, ({ query }, actor) => dashboard.get(actor, query));
}
