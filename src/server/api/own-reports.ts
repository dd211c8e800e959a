import type { Core } from '#core/open.ts';
import { healthRoutes } from '#shared/health.ts';
import { vibeRoutes } from '#shared/vibe.ts';
import type { Mount } from '../mount.ts';

export function mountOwnReports(mount: Mount, { replies: { vibe, health } }: Core): void {
  mount(vibeRoutes.analyze, ({ query }, actor) => vibe.analyze(actor, query));
  mount(vibeRoutes.latest, (_, actor) => vibe.latest(actor));
  mount(vibeRoutes.history, (_, actor) => vibe.history(actor));
  mount(healthRoutes.current, (_, actor) => health.current(actor));
  mount(healthRoutes.latest, (_, actor) => health.latest(actor));
  mount(healthRoutes.history, (_, actor) => health.history(actor));
}
