import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Route } from '#shared/route.ts';
import { allRoutes } from '#shared/routes.ts';
import { makeServer } from '#test/support/serve.ts';
import { describeApi } from './openapi.ts';

test('is OpenAPI 3.1 according to a public validator, which does reject a broken description', async () => {
  const described = describeApi(allRoutes);
  const result = await new Validator().validate(structuredClone(described));
  expect(result).toMatchObject({ valid: true });
  const broken = { ...structuredClone(described), paths: { '/x': { get: { responses: 7 } } } };
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});

test('describes every route once, with its parameters and access', async () => {
  const { paths } = describeApi(allRoutes) as {
    paths: Record<string, Record<string, { operationId: string; security?: unknown; parameters: { name: string; in: string }[] }>>;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.toSorted()).toEqual(allRoutes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort());
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(new Set(ids).size).toBe(ids.length);
  expect(paths['/leads/{id}/follow-ups']?.['post']?.parameters).toMatchObject([{ name: 'id', in: 'path' }]);
  expect(paths['/leads']?.['get']?.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(['campaignId', 'cursor', 'sort']));
  expect(paths['/auth/login']?.['post']?.security).toEqual([]);
  expect(paths['/leads']?.['get']?.security).toBeUndefined();
});

test('names the errors that a route can answer', () => {
  const { paths } = describeApi(allRoutes) as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };
  const errorsOf = (method: string, path: string) =>
    Object.keys(paths[path]?.[method]?.responses ?? {}).filter((status) => status >= '400' && status !== 'default');
  expect(errorsOf('get', '/leads/{id}')).toEqual(['401', '404', '503']);
  expect(errorsOf('patch', '/leads/{id}')).toEqual(['400', '401', '403', '404', '409', '413', '415', '429', '503']);
  expect(errorsOf('get', '/admin/overview')).toContain('403');
  expect(errorsOf('post', '/auth/login')).toEqual(expect.arrayContaining(['400', '401', '429']));
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const isDocumented = ({ responses }: (typeof operations)[number]) => Object.keys(responses).some((status) => /^4\d\d$/.test(status));
  const without = allRoutes.filter(({ access, method, params, query }) => access === 'public' && method === 'GET' && !params && !query);
  expect(operations.filter((operation) => !isDocumented(operation))).toHaveLength(without.length);
});

test('describes the message of a webhook', () => {
  const described = describeApi(allRoutes) as {
    webhooks: { notifications: { post: { requestBody: { content: object } } } };
    components: { schemas: Record<string, object> };
  };
  expect(described.webhooks.notifications.post.requestBody.content).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/WebhookMessage' } },
  });
  expect(described.components.schemas['WebhookMessage']).toMatchObject({
    properties: { version: { const: 1 }, notifications: { items: { properties: { leadId: {}, components: {} } } } },
  });
});

test('names what responses consist of once, and refers to it', () => {
  const described = describeApi(allRoutes) as { components: { schemas: Record<string, object> } };
  const text = JSON.stringify(described);
  const names = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name));
  expect(names).toEqual(new Set(Object.keys(described.components.schemas)));
  expect([...names]).toEqual(expect.arrayContaining(['Lead', 'Post', 'Campaign', 'FollowUp', 'Reply', 'Channel', 'Error']));
  expect(text.match(/"redditUsername":\{[^}]*\},"confidence"/g)).toHaveLength(1);
});

test('describes every parameter, and refuses one that it cannot describe', () => {
  const { paths } = describeApi(allRoutes) as {
    paths: Record<string, Record<string, { parameters: { name: string; description: string }[] }>>;
  };
  const parameters = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((operation) => operation.parameters));
  expect(parameters.filter(({ description }) => description.length < 8)).toEqual([]);
  const route = { ...allRoutes[0], path: '/x/:unknown', params: z.object({ unknown: z.string() }) } as Route;
  expect(() => describeApi([route])).toThrow('Describe the parameter unknown of /x/:unknown');
});

test('is public', async () => {
  const server = await makeServer();
  const { status, json } = await server.api().get('/openapi.json');
  expect([status, (json as { openapi: string }).openapi]).toEqual([200, '3.1.0']);
  await server.close();
});
