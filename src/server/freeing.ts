import type { DiskReserve } from '#core/platform/disk-reserve.ts';
import { authRoutes } from '#shared/auth.ts';
import { passkeyRoutes } from '#shared/passkeys.ts';
import type { Route } from '#shared/route.ts';
import type { Mount } from './mount.ts';

const signIns = new Set<Route['path']>([authRoutes.login.path, passkeyRoutes.signIn.path]);
/** Signing in writes a little, and whoever wants to delete something may have to sign in first. */
const frees = (route: Route): boolean => route.method === 'DELETE' || signIns.has(route.path);

/** Lets routes that delete go on when the disk is full. */
export function mountFreeing(mount: Mount, reserve: DiskReserve): Mount {
  return (route, handler, options) =>
    mount(route, frees(route) ? (...given: Parameters<typeof handler>) => reserve.use(() => handler(...given)) : handler, options);
}
