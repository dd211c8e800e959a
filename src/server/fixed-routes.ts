import type Router from '@koa/router';
import type { ServerState } from './state.ts';

/** Finds routes without parameters by their path: the library compares the path of each request with every route, of which there are 200. */
export function findFixedRoutes(router: Router<ServerState>): void {
  const match = router.match.bind(router);
  // No more entries than routes, because only their own paths are kept. All routes are registered before the first request.
  const known = new Map<string, ReturnType<typeof match>>();
  router.match = (path, method) => {
    const key = `${method} ${path}`;
    const found = known.get(key) ?? match(path, method);
    if (found.pathAndMethod.some((layer) => layer.path === path)) known.set(key, found);
    // The next router adds its own to the list of paths.
    return { ...found, path: [...found.path] };
  };
}
