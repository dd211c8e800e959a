import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { importsOf, listBreaches, type SourceFile } from '#test/support/architecture.ts';

async function readTree(): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for await (const path of glob(['src/**/*.{ts,tsx}', 'migrations/**/*.ts']))
    files.push({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') });
  return files;
}

const rulesOf = (files: SourceFile[]) => listBreaches(files).map(({ rule }) => rule);

describe('the house', () => {
  test('every file keeps to the arrows, the homes of packages and the sizes', async () => {
    const files = await readTree();
    expect(files.length).toBeGreaterThan(40);
    expect(files.reduce((sum, file) => sum + importsOf(file).length, 0)).toBeGreaterThan(100);
    expect(listBreaches(files)).toEqual([]);
  });

  test('a core file that imports the server is found', () => {
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

  test('a package outside its home is found', () => {
    expect(rulesOf([{ path: 'src/core/x/a.ts', text: `import Koa from 'koa';` }])).toHaveLength(1);
    expect(rulesOf([{ path: 'src/jobs/other.ts', text: `import cron from 'node-cron';` }])).toHaveLength(1);
  });

  test('one area that reaches into the service of another is found, its types are allowed', () => {
    expect(rulesOf([{ path: 'src/core/leads/service.ts', text: `import { createPosts } from '../posts/service.ts';` }])).toEqual([
      'area leads must not import the service of posts',
    ]);
    expect(rulesOf([{ path: 'src/core/leads/service.ts', text: `import type { Posts } from '../posts/service.ts';` }])).toEqual([]);
  });

  test('a circle is found', () => {
    const circle = [
      { path: 'src/core/a.ts', text: `import { b } from './b.ts';` },
      { path: 'src/core/b.ts', text: `import {\n  a,\n} from './a.ts';` },
    ];
    expect(rulesOf(circle)).toEqual(['imports go in a circle: src/core/a.ts → src/core/b.ts → src/core/a.ts']);
  });

  test('long files, stray environment, raw HTML and calls past the one client are found', () => {
    expect(rulesOf([{ path: 'src/core/a.ts', text: 'x\n'.repeat(500) }])).toHaveLength(1);
    expect(rulesOf([{ path: 'src/server/a.ts', text: 'process.env.HOME' }])).toHaveLength(1);
    expect(rulesOf([{ path: 'src/web/a.tsx', text: '<p dangerouslySetInnerHTML={x} />' }])).toHaveLength(1);
    expect(rulesOf([{ path: 'src/core/x/a.ts', text: 'await fetch(url)' }])).toHaveLength(1);
  });

  test('a schema taken from a route is found in the browser, where routes have none', () => {
    expect(rulesOf([{ path: 'src/web/a.tsx', text: 'useForm(authRoutes.login.body, send)' }])).toHaveLength(1);
    expect(rulesOf([{ path: 'src/web/a.tsx', text: 'type Body = z.input<typeof authRoutes.login.body>' }])).toEqual([]);
    expect(rulesOf([{ path: 'src/server/a.ts', text: 'parse(authRoutes.login.body)' }])).toEqual([]);
  });
});
