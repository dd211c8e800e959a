import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { importsOf, listLoaded, listViolations, type SourceFile } from '#test/support/architecture.ts';
import { sqlViolations } from '#test/support/sql-rules.ts';

async function readTree(): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for await (const path of glob(['src/**/*.{ts,tsx}', 'migrations/**/*.ts']))
    files.push({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') });
  return files;
}

const rulesOf = (files: SourceFile[]) => listViolations(files).map(({ rule }) => rule);

describe('architecture rules', () => {
  test('hold for every file', async () => {
    const files = await readTree();
    expect(files.length).toBeGreaterThan(40);
    expect(files.reduce((sum, file) => sum + importsOf(file).length, 0)).toBeGreaterThan(100);
    expect(listViolations(files)).toEqual([]);
  });

  test('report a core file that imports the server', () => {
    expect(rulesOf([{ path: 'src/core/x/a.ts', text: `import { app } from '#server/app.ts';` }])).toEqual([
      'core must not import server (src/server/app.ts)',
    ]);
    expect(rulesOf([{ path: 'src/shared/a.ts', text: `export { b } from '../core/b.ts';` }])).toEqual([
      'shared must not import core (src/core/b.ts)',
    ]);
    expect(rulesOf([{ path: 'src/web/a.tsx', text: `const page = () => import('#core/open.ts');` }])).toEqual([
      'web must not import core (src/core/open.ts)',
    ]);
  });

  test('report a package outside its home', () => {
    expect(rulesOf([{ path: 'src/core/x/a.ts', text: `import Koa from 'koa';` }])).toHaveLength(1);
    expect(rulesOf([{ path: 'src/jobs/other.ts', text: `import cron from 'node-cron';` }])).toHaveLength(1);
    expect(rulesOf([{ path: 'src/jobs/other.ts', text: `import { PgBoss } from 'pg-boss';` }])).toHaveLength(1);
  });

  test('report a core room that imports a higher room, including types', () => {
    const text = `import { sendDue } from '#core/replies/outbox/sender.ts';`;
    expect(rulesOf([{ path: 'src/core/inbox/posts/a.ts', text }])).toEqual([
      'room inbox must not import replies (src/core/replies/outbox/sender.ts)',
    ]);
    expect(rulesOf([{ path: 'src/core/inbox/posts/a.ts', text: text.replace('import', 'import type') }])).toHaveLength(1);
    expect(rulesOf([{ path: 'src/core/inbox/posts/a.ts', text: `import { openCore } from '#core/open.ts';` }])).toHaveLength(1);
    expect(rulesOf([{ path: 'src/core/replies/a.ts', text: `import type { CoreContext } from '#core/context.ts';` }])).toEqual([]);
    expect(rulesOf([{ path: 'src/core/open.ts', text }])).toEqual([]);
  });

  test("report an area that imports another's service, but not its types or the wiring", () => {
    const text = `import { createPosts } from '../posts/service.ts';`;
    expect(rulesOf([{ path: 'src/core/inbox/leads/service.ts', text }])).toEqual([
      'src/core/inbox/leads must not import the service of src/core/inbox/posts: its open.ts passes it in',
    ]);
    expect(rulesOf([{ path: 'src/core/inbox/leads/service.ts', text: text.replace('import', 'import type') }])).toEqual([]);
    expect(rulesOf([{ path: 'src/core/inbox/open.ts', text: text.replace('../', './') }])).toEqual([]);
  });

  test('report SQL outside queries files, and tables that a room may not read or write', () => {
    const tables = { path: 'src/core/scoring/tables.ts', text: 'interface Tables {\n    weights: WeightsRow;\n  }\n' };
    const rulesFor = (path: string, text: string) =>
      sqlViolations([tables, { path, text }], { cli: [], server: ['scoring'] }).map(({ rule }) => rule);
    expect(rulesFor('src/core/scoring/a.ts', `const rows = db('weights').select('id');`)).toEqual(['SQL belongs in queries files']);
    expect(rulesFor('src/core/scoring/a.ts', 'const rows = selectWeights(db).where({ id });')).toEqual(['SQL belongs in queries files']);
    expect(rulesFor('src/core/scoring/queries.ts', `const rows = db('weights').select('id');`)).toEqual([]);
    expect(rulesFor('src/cli/queries.ts', `db('weights').select('id');`)).toEqual(['weights belongs to scoring, which cli may not read']);
    expect(rulesFor('src/server/queries.ts', `db('x').join('weights', 'weights.id', 'x.id').select('id');`)).toEqual([]);
    expect(rulesFor('src/server/queries.ts', `await db('weights').where({ id }).update({ id });`)).toEqual([
      'weights is written by scoring alone',
    ]);
    expect(rulesFor('src/server/queries.ts', 'db.raw(`delete from weights where id = 1`);')).toEqual([
      'weights is written by scoring alone',
    ]);
  });

  test('report whole rows of tables with secrets', () => {
    const rulesFor = (text: string) => sqlViolations([{ path: 'src/core/accounts/queries.ts', text }], {}).map(({ rule }) => rule);
    const rule = 'users holds secrets: name the columns';
    for (const text of [
      `db('users').select('*').where({ id })`,
      `db('users').where({ id }).first()`,
      `db('users').select()`,
      `trx('users').update({ plan }).returning('*')`,
      `db('sessions').join('users', 'users.id', 'user_id').first('users.*', 'sessions.device')`,
      'db.raw(`select * from users`)',
      `const people = (db: Db) => db('users');\n\nexport const find = (db: Db) => people(db).where({ id }).first();`,
    ])
      expect([text, ...rulesFor(text)]).toEqual([text, rule]);
    for (const text of [
      `db('users').where({ id }).first('id')`,
      `db('users').select('id').first()`,
      `db('users').count<{ n: number }>({ n: '*' }).first()`,
      `db('plan_seats').join('users', 'users.id', 'member_id').select('plan_seats.*', 'users.username')`,
      `db('campaigns').select('*').whereNotIn('user_id', db('users').where({ disabled: 1 }).select('id'))`,
    ])
      expect([text, ...rulesFor(text)]).toEqual([text]);
  });

  test('let the command line start without the core, except its platform', async () => {
    const loaded = listLoaded(await readTree(), 'src/cli/run.ts');
    expect(loaded).toContain('src/cli/commands/scan.ts');
    expect(loaded.filter((path) => path.startsWith('src/core/') && !path.startsWith('src/core/platform/'))).toEqual([]);
  });

  test('report circular imports, including types', () => {
    const circle = [
      { path: 'src/core/a.ts', text: `import { b } from './b.ts';` },
      { path: 'src/core/b.ts', text: `import type {\n  a,\n} from './a.ts';` },
    ];
    expect(rulesOf(circle)).toEqual(['circular imports: src/core/a.ts → src/core/b.ts → src/core/a.ts']);
  });

  test('report long files, environment access, raw HTML, and calls that bypass the HTTP client', () => {
    expect(rulesOf([{ path: 'src/core/a.ts', text: 'x\n'.repeat(500) }])).toHaveLength(1);
    expect(rulesOf([{ path: 'src/server/a.ts', text: 'process.env.HOME' }])).toHaveLength(1);
    expect(rulesOf([{ path: 'src/web/a.tsx', text: '<p dangerouslySetInnerHTML={x} />' }])).toHaveLength(1);
    expect(rulesOf([{ path: 'src/core/x/a.ts', text: 'await fetch(url)' }])).toHaveLength(1);
  });

  test('report a schema taken from a route in the browser, where routes have none', () => {
    expect(rulesOf([{ path: 'src/web/a.tsx', text: 'useForm(authRoutes.login.body, send)' }])).toHaveLength(1);
    expect(rulesOf([{ path: 'src/web/a.tsx', text: 'type Body = z.input<typeof authRoutes.login.body>' }])).toEqual([]);
    expect(rulesOf([{ path: 'src/server/a.ts', text: 'parse(authRoutes.login.body)' }])).toEqual([]);
  });
});
