import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenAPI3 } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '#shared/routes.ts';
import { makeWorld, type World } from '#test/security/world.ts';

interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  responses: Record<string, { content?: Record<string, { schema: { properties?: Record<string, unknown> } }> } | undefined>;
}
interface Described {
  paths: Record<string, Record<string, Operation | undefined>>;
  components: object;
}
interface Called {
  data?: { items: object[] };
  response: { status: number };
}
interface Client {
  callAll(baseUrl: string, tokens: World['tokens']): Promise<Record<string, Called>>;
}

let world: World;
let described: Described;
let folder: string;
beforeAll(async () => {
  world = await makeWorld();
  described = (await world.as.anonymous.get('/openapi.json')).json as Described;
  folder = mkdtempSync(join(tmpdir(), 'earshot-client-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

/** The generator calls the compiler's old interface, which TypeScript 7 doesn't have; this package carries it. */
async function generateTypes(): Promise<string> {
  const old = new URL('typescript.js', import.meta.resolve('@ts-morph/common')).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'typescript' ? { url: old, format: 'commonjs', shortCircuit: true } : next(specifier, context),
  });
  const { default: generate, astToString } = await import('openapi-typescript');
  const types = astToString(await generate(described as unknown as OpenAPI3));
  hooks.deregister();
  return types;
}

const contentOf = (operation: Operation | undefined) => operation?.responses['200']?.content?.['application/json']?.schema;
const isList = (operation: Operation | undefined): boolean => {
  const properties = contentOf(operation)?.properties ?? {};
  return 'items' in properties && 'nextCursor' in properties;
};
const listPaths = () => Object.keys(described.paths).filter((path) => isList(described.paths[path]?.['get']));

/** What some lists can't be read without. */
const needed: Record<string, object> = { '/subreddits': { names: 'freelance' }, '/search/reddit': { q: 'invoice' } };

/** An id where the path has one, and a short page where the list has pages. */
function inputOf(path: string): string {
  const ids: Record<string, string> = {
    leads: world.leadId,
    campaigns: world.campaignId,
    competitors: world.competitorId,
    notifications: world.channelId,
    workspaces: world.workspaceId,
  };
  const id = ids[path.split('/')[1] ?? ''];
  const hasPages = described.paths[path]?.['get']?.parameters.some(({ name }) => name === 'limit');
  const query = { ...(hasPages && { limit: 2 }), ...needed[path] };
  return JSON.stringify({ params: { ...(path.includes('{id}') && { path: { id } }), ...(Object.keys(query).length > 0 && { query }) } });
}

const callerOf = (path: string): 'admin' | 'owner' =>
  allRoutes.some((route) => route.path === path && route.method === 'GET' && route.access === 'admin') ? 'admin' : 'owner';

/** A client that calls every list, and calls that a correct client must not compile. */
const clientOf = (paths: readonly string[]): string => `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

type Lead = components['schemas']['Lead'];

export async function callAll(baseUrl: string, tokens: { admin: string; owner: string }) {
  const as = (token: string) => createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
  const [admin, owner] = [as(tokens.admin), as(tokens.owner)];
  return {
${paths.map((path) => `    '${path}': await ${callerOf(path)}.GET('${path}', ${inputOf(path)}),`).join('\n')}
  };
}

export async function readLeads(baseUrl: string): Promise<{ lead: Lead; stage: Lead['stage']; cursor: string | null } | undefined> {
  const client = createClient<paths>({ baseUrl });
  const { data, error } = await client.GET('/leads', { params: { query: { sort: '-new', stage: 'new' } } });
  if (error) throw new Error(error.message);
  const [lead] = data.items;
  return lead && { lead, stage: lead.stage, cursor: data.nextCursor };
}

export async function refused(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  // @ts-expect-error: not a sort
  await client.GET('/leads', { params: { query: { sort: 'best' } } });
  // @ts-expect-error: the lead's id is missing
  await client.GET('/leads/{id}/timeline', {});
  // @ts-expect-error: not a stage
  await client.PATCH('/leads/{id}', { params: { path: { id: '1' } }, body: { stage: 'bought' } });
  // @ts-expect-error: not a path
  await client.GET('/prospects');
}
`;

async function compile(): Promise<string> {
  const options = {
    module: 'nodenext',
    target: 'esnext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['client.ts'] }));
  try {
    return (await promisify(execFile)(resolve('node_modules/.bin/tsc'), ['-p', folder])).stdout;
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test('lets a generated client compile, read every list, and get what the document says', async () => {
  const paths = listPaths();
  expect(paths.length).toBeGreaterThan(20);
  writeFileSync(join(folder, 'api.ts'), await generateTypes());
  writeFileSync(join(folder, 'client.ts'), clientOf(paths));
  expect(await compile()).toBe('');

  const { callAll } = (await import(join(folder, 'client.ts'))) as Client;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const called = Object.entries(await callAll(`${world.server.url}/api`, world.tokens));
  expect(called.map(([path]) => path)).toEqual(paths);
  for (const [path, { data, response }] of called) {
    expect([path, response.status]).toEqual([path, 200]);
    const schema = { ...contentOf(described.paths[path]?.['get']), components: described.components };
    expect(ajv.validate(schema, data), `${path}: ${ajv.errorsText()}`).toBe(true);
    expect([path, ajv.validate(schema, { ...data, items: 7 })]).toEqual([path, false]);
  }
  expect(called.filter(([, { data }]) => (data?.items.length ?? 0) > 0).length).toBeGreaterThan(9);
});
