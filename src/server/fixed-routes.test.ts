import Router from '@koa/router';
import { expect, test } from 'vitest';
import { findFixedRoutes } from './fixed-routes.ts';
import type { ServerState } from './state.ts';

const makeRouter = () => {
  const router = new Router<ServerState>({ prefix: '/api', sensitive: true, strict: true });
  for (const path of ['/posts', '/posts/bulk', '/posts/:id'])
    router.register(path, [path === '/posts/bulk' ? 'POST' : 'GET'], () => undefined);
  return router;
};
const requests = [
  ['/api/posts', 'GET'],
  ['/api/posts', 'DELETE'],
  ['/api/posts/bulk', 'POST'],
  ['/api/posts/bulk', 'GET'],
  ['/api/posts/7', 'GET'],
  ['/api/posts/7', 'POST'],
  ['/api/Posts', 'GET'],
  ['/elsewhere', 'GET'],
] as const;

test('finds the same routes as the library, however often a path is requested', () => {
  const [plain, router] = [makeRouter(), makeRouter()];
  findFixedRoutes(router);
  const found = (of: typeof router) =>
    requests.map(([path, method]) => {
      const match = of.match(path, method);
      return { route: match.route, paths: match.path.map((layer) => layer.path), both: match.pathAndMethod.map((layer) => layer.path) };
    });
  const expected = found(plain);
  expect(expected.filter(({ route }) => route)).toHaveLength(4);
  for (let round = 0; round < 3; round += 1) expect(found(router)).toEqual(expected);
});

test('returns a list of paths that callers may extend', () => {
  const router = makeRouter();
  findFixedRoutes(router);
  router.match('/api/posts', 'GET').path.push(...router.match('/api/posts/7', 'GET').path);
  expect(router.match('/api/posts', 'GET').path).toHaveLength(1);
});
