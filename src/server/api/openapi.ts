import { basePathOf } from '#core/platform/base-path.ts';
import type { Core } from '#core/open.ts';
import { openapiRoutes } from '#shared/openapi.ts';
import { allRoutes } from '#shared/routes.ts';
import type { Mount } from '../mount.ts';
import { describeApi } from '../openapi.ts';

export function mountOpenapi(mount: Mount, { config }: Pick<Core, 'config'>): void {
  // Created on first request, to keep startup fast.
  let described: Record<string, unknown> | null = null;
  mount(openapiRoutes.get, () => ({ ...(described ??= describeApi(allRoutes)), servers: [{ url: `${basePathOf(config.http)}/api` }] }));
}
