import Router from '@koa/router';
import Koa from 'koa';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { runFixedRoutes } from './app.ts';
import type { ServerState } from './state.ts';

const requests = [
  ['GET', '/api/posts'],
  ['GET', '/api/posts?limit=1'],
  ['HEAD', '/api/posts'],
  ['OPTIONS', '/api/posts'],
  ['DELETE', '/api/posts'],
  ['POST', '/api/posts/bulk'],
  ['GET', '/api/posts/bulk'],
  ['GET', '/api/posts/7'],
  ['POST', '/api/posts/7'],
  ['GET', '/api/Posts'],
  ['GET', '/api/posts/'],
  ['GET', '/api/%70osts'],
  ['GET', '/api/steps'],
  ['GET', '/elsewhere'],
] as const;

const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

async function start(isFixed: boolean): Promise<string> {
  const router = new Router<ServerState>({ prefix: '/api', sensitive: true, strict: true });
  for (const [method, path] of [
    ['GET', '/posts'],
    ['POST', '/posts/bulk'],
    ['GET', '/posts/:id'],
  ] as const)
    router.register(path, [method], (ctx) => void (ctx.body = `${path} ${String(ctx['_matchedRoute'])} ${ctx.querystring}`));
  router.register(
    '/steps',
    ['GET'],
    [
      (ctx, next) => {
        ctx.append('x-step', 'first');
        return next();
      },
      (ctx) => void (ctx.body = 'second'),
    ],
  );
  const app = new Koa<ServerState>();
  if (isFixed) app.use(runFixedRoutes(router));
  const server = app.use(router.routes()).use(router.allowedMethods()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('answers like the library, which compares each path with all routes', async () => {
  const [plain, fixed] = [await start(false), await start(true)];
  const answers = (url: string) =>
    Promise.all(
      requests.map(async ([method, path]) => {
        const response = await fetch(url + path, { method });
        return {
          method,
          path,
          status: response.status,
          allow: response.headers.get('allow'),
          step: response.headers.get('x-step'),
          text: await response.text(),
        };
      }),
    );
  const expected = await answers(plain);
  expect(expected.filter(({ status }) => status === 200)).toHaveLength(8);
  expect(await answers(fixed)).toEqual(expected);
});
