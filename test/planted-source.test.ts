import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FunctionComponent } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import type { Campaign, Coverage } from '#shared/campaigns.ts';
import type { Post } from '#shared/posts.ts';
import { sourceIds } from '#shared/sources.ts';
import type { addStreamOptions as addOptions } from '#cli/stream-options.ts';
import type { invoicing as invoicingOf } from './support/factories.ts';
import { startSite, page } from './support/fakes/site.ts';
import type { makeServer as makeServerOf } from './support/serve.ts';

const hour = 3_600_000;
const never = new AbortController().signal;

/** The code blocks of the recipe in CONTRIBUTING, by the file that each names in its first line. */
function recipe(): Map<string, string> {
  const text = readFileSync('CONTRIBUTING.md', 'utf8');
  const blocks = [...text.matchAll(/^ *```ts\n *\/\/ (\S+)\n([\s\S]*?)^ *```$/gm)];
  return new Map(blocks.map(([, file = '', code = '']) => [file, code]));
}

function insert(file: string, before: string, text: string): void {
  const code = readFileSync(file, 'utf8');
  expect(code).toContain(before);
  writeFileSync(file, code.replace(before, `${text}${before}`));
}

/** A copy of the sources in which the recipe was followed. */
function plant(): string {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-planted-'));
  for (const part of ['src', 'migrations', 'test/support', 'package.json', 'tsconfig.base.json'])
    cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const steps = recipe();
  const [list, file, opener] = ['src/shared/sources.ts', 'src/core/sources/board/board.ts', 'src/core/sources/open.ts'] as const;
  expect([...steps.keys()]).toEqual(expect.arrayContaining([list, file, opener]));
  insert(join(folder, list), '] as const satisfies readonly SourceDescriptor[];', steps.get(list) ?? '');
  mkdirSync(dirname(join(folder, file)));
  writeFileSync(join(folder, file), steps.get(file) ?? '');
  insert(join(folder, opener), '};\n\n/** The sources outside Reddit', steps.get(opener) ?? '');
  insert(join(folder, opener), 'import { openFeeds }', "import { openBoard } from './board/board.ts';\n");
  return folder;
}

const loader =
  (folder: string) =>
  async <T>(file: string): Promise<T> =>
    (await import(join(folder, file))) as T;

interface BoardPost {
  id: string;
  by: string;
  title: string;
  text: string;
  at: number;
  link: string;
}

test('a source planted by the recipe in CONTRIBUTING is in the form, the API, the command line, coverage, rules, and exports', async () => {
  const load = loader(plant());
  const { makeServer } = await load<{ makeServer: typeof makeServerOf }>('test/support/serve.ts');
  const { invoicing } = await load<{ invoicing: typeof invoicingOf }>('test/support/factories.ts');
  const site = await startSite();
  const publish = (...posts: BoardPost[]) => site.serve('/posts.json', page(JSON.stringify(posts), { 'content-type': 'application/json' }));
  const server = await makeServer({
    reddit: { source: 'off' },
    security: { allowPrivateHosts: [site.host] },
    jobs: { enabled: false },
  });
  onTestFinished(() => server.close());
  const ann = server.api((await server.member('ann')).token);
  const read = async <T>(path: string): Promise<T> => (await ann.get(path)).json as T;
  const streams = [{ kind: 'board', name: site.url }];

  // OpenAPI.
  const described = await read<{
    components: { schemas: Record<string, object> };
    paths: Record<string, { post: { requestBody: unknown } }>;
  }>('/openapi.json');
  expect(JSON.stringify(described.paths['/campaigns']?.post.requestBody)).toContain('{"type":"string","const":"board"}');
  expect(JSON.stringify(described.components.schemas['Post'])).toContain(`"${sourceIds.at(-1)}","board"`);

  // The campaign form.
  const { createElement } = await import('react');
  const { renderToStaticMarkup } = await import('react-dom/server');
  const { EditorStreams } = await load<{ EditorStreams: FunctionComponent<Record<string, unknown>> }>(
    'src/web/features/campaigns/editor-streams.tsx',
  );
  const draft = { ...invoicing(), rules: [], streams };
  const form = renderToStaticMarkup(createElement(EditorStreams, { draft, onChange: () => undefined, errors: {} }));
  expect(form).toContain('Addresses of boards that list their posts in posts.json.');
  expect(form).toContain(site.url);

  // The command line.
  const { Command } = await import('commander');
  const { addStreamOptions } = await load<{ addStreamOptions: typeof addOptions }>('src/cli/stream-options.ts');
  expect(addStreamOptions(new Command(), { edits: true }).helpInformation()).toContain('--board <address...>');

  // A campaign that monitors a board, by a rule about its site.
  const fields = { ...invoicing(), rules: [{ text: 'site:board.example.com' }] };
  expect(await ann.post('/campaigns', { ...fields, streams: [{ kind: 'board', name: 'no address' }] })).toMatchObject({
    status: 400,
    json: { details: [{ path: 'streams.0.name' }] },
  });
  const made = (await ann.post('/campaigns', { ...fields, streams })).json as Campaign;
  expect(made).toMatchObject({ streams, streamCount: 1 });
  const post = (id: string, by: string, title: string): BoardPost => ({
    id,
    by,
    title,
    text: `I am a freelancer and need an invoicing tool with payment reminders as soon as possible, says ${by}. Which one do you recommend? My budget is $20 a month.`,
    at: server.clock.now - hour,
    link: `https://board.example.com/t/${id}`,
  });
  const [kept, gone] = [post('1', 'cat', 'Looking for invoicing software'), post('2', 'bob', 'Which billing app reminds late payers?')];
  publish(kept, gone);
  const tick = async () => {
    server.clock.now += hour;
    await server.core.discovery.pipeline.listen(never);
    await server.core.discovery.pipeline.settled();
  };
  await tick();
  const posts = async () => (await read<{ items: Post[] }>('/posts?status=all')).items;
  const found = await posts();
  expect(found.map(({ origin, author, matchedRules }) => ({ origin: origin as string, author, matchedRules }))).toEqual([
    { origin: 'board', author: expect.stringContaining(`(${site.host})`), matchedRules: ['site:board.example.com'] },
    { origin: 'board', author: expect.stringContaining(`(${site.host})`), matchedRules: ['site:board.example.com'] },
  ]);
  expect(found.every(({ confidence }) => confidence > 0)).toBe(true);

  // Coverage and exports.
  const coverage = await read<Coverage>(`/campaigns/${made.id}/coverage`);
  expect(coverage).toMatchObject({
    summary: { total: 1, monitored: 1 },
    places: [{ ...streams[0], source: 'board', state: 'ok', items: 2 }],
  });
  expect((await ann.get('/posts/export.csv?status=all')).text).toContain('https://board.example.com/t/1');
  expect((await ann.get('/posts/export.json?status=all')).json).toEqual(
    expect.arrayContaining([expect.objectContaining({ origin: 'board' })]),
  );

  // What is deleted there is erased here.
  publish(kept);
  server.clock.now += 30 * hour;
  expect(await server.core.discovery.pipeline.syncDeletions(never)).toMatchObject({ checked: 2, gone: 1 });
  expect((await posts()).map(({ goneAt }) => goneAt === null).toSorted((one, other) => Number(one) - Number(other))).toEqual([false, true]);

  // A board that can't be read is never "nothing new".
  site.serve('/posts.json', page('<html></html>'));
  await tick();
  expect((await read<Coverage>(`/campaigns/${made.id}/coverage`)).places).toMatchObject([{ state: 'failed' }]);
});
