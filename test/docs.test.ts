import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type * as z from 'zod';
import { buildProgram } from '#cli/program.ts';
import { configSchema } from '#core/platform/config.ts';
import { allRoutes } from '#shared/routes.ts';

/** Decisions also name Reddit's own paths. */
const isDecision = (page: string): boolean => page.startsWith('docs/decisions/');
const pages = ['README.md', 'SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')].sort();
const read = (file: string): string => readFileSync(file, 'utf8');
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

test('every link leads to an existing file and heading', () => {
  const links = pages.flatMap((page) => [...read(page).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, link = '']) => ({ page, link })));
  expect(links.length).toBeGreaterThan(20);
  const dead = links.filter(({ page, link }) => {
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    if (!existsSync(file)) return true;
    if (statSync(file).isDirectory()) return anchor !== undefined;
    const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
    return anchor !== undefined && !headings.includes(anchor);
  });
  expect(dead).toEqual([]);
});

describe('security documentation', () => {
  const files = globSync(['src/**/*', 'test/**/*', 'bench/**/*', 'migrations/**/*', '*']).map((file) => `/${file}`);
  /** Names in code style that look like a file or a folder of the repository, such as `server/auth.ts`, `jobs/*.test.ts`, and `jobs/`. */
  const named = [...read('docs/security.md').matchAll(/`([\w./*-]+(?:\.(?:tsx?|yaml)|(?<!backups)\/))`/g)].map(([, name = '']) => name);
  const doesExist = (name: string): boolean => {
    const pattern = name
      .replaceAll('.', String.raw`\.`)
      .replaceAll('*', '[^/]+')
      .replace(/\/$/, '');
    return files.some((file) => new RegExp(`/${pattern}$`).test(file));
  };

  test('names only existing files, and at least one test for each requirement that failed an attack', () => {
    expect(named.length).toBeGreaterThan(150);
    expect(named.filter((name) => !doesExist(name))).toEqual([]);
    const [, failed = ''] = read('docs/security.md').split('### Requirements that failed an attack');
    const rows = failed.split('**Partly met.**')[0]?.match(/^\| \d+ \|.*$/gm) ?? [];
    expect(rows.map((row) => Number(/\d+/.exec(row)?.[0]))).toEqual([4, 22, 24, 25, 35, 40, 42, 56, 57, 60]);
    expect(rows.filter((row) => !/`[\w./-]+\.test\.ts`/.test(row))).toEqual([]);
  });

  test("recognizes a file that doesn't exist", () => {
    expect(['server/auth.ts', 'jobs/*.test.ts', 'jobs/'].map(doesExist)).toEqual([true, true, true]);
    expect(['server/nothing.ts', 'jobs/*.spec.ts', 'nothing/'].map(doesExist)).toEqual([false, false, false]);
  });
});

/** Keys such as `http.port` with their defaults; lists, plans, and prices are a single value. */
function leavesOf(value: unknown, path: string[] = []): [path: string, value: unknown][] {
  const isBranch = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
  return isBranch ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key])) : [[path.join('.'), value]];
}
const defaults = leavesOf(configSchema.parse({}));

function documentedDefault(path: string, value: unknown): string {
  if (path === 'billing.plans') return 'one without limits';
  if (value === '') return '(empty)';
  return typeof value === 'string' ? `\`${value}\`` : typeof value === 'object' ? '(none)' : `\`${JSON.stringify(value)}\``;
}

describe('configuration', () => {
  test('lists exactly the existing keys with their defaults in the table', () => {
    const rows = [...read('docs/configuration.md').matchAll(/^\| `([\w.]+)` \| (.+?) \| .+ \|$/gm)].map(
      ([, path, value]) => `${path}: ${value}`,
    );
    expect(rows.sort()).toEqual(defaults.map(([path, value]) => `${path}: ${documentedDefault(path, value)}`).sort());
  });

  test('lists exactly the existing keys with their defaults in the example', () => {
    const example: unknown = parse(read('config.example.yaml'));
    expect(leavesOf(example).map(([path]) => path.replace(/^(billing\.plans).*/, '$1'))).toEqual(
      expect.arrayContaining(defaults.map(([path]) => path)),
    );
    expect(configSchema.parse(example)).toEqual(configSchema.parse({}));
  });

  test('has every key that other pages name', () => {
    const sections = Object.keys((configSchema.unwrap() as z.ZodObject).shape).join('|');
    const keys = defaults.map(([path]) => path);
    const isKey = (name: string): boolean => keys.some((key) => key === name || key.startsWith(`${name}.`));
    const named = pages
      .filter((page) => !isDecision(page))
      .flatMap((page) =>
        [...read(page).matchAll(new RegExp(`\`((?:${sections})\\.[\\w.]+)[:\`]`, 'g'))].map(([, name = '']) => `${page}: ${name}`),
      );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((line) => !isKey(line.split(': ')[1] ?? '') && !/\.(?:ts|md|db|yaml|key|lock)$/.test(line))).toEqual([]);
  });
});

interface CommandLine {
  page: string;
  line: string;
}

/** Everything after `earshot` in code of the docs, up to a pipe or the end. */
function listCommandLines(): CommandLine[] {
  return pages.flatMap((page) =>
    [...read(page).matchAll(/(?:`|^\s*(?:\$ )?)(?:bin\/)?earshot ([a-z][^`\n|>#]*)/gm)].map(([, line = '']) => ({
      page,
      line: line.trim(),
    })),
  );
}

function problemWith(line: string): string | null {
  let at: Command = buildProgram();
  const parts = line.match(/"[^"]*"|\S+/g) ?? [];
  for (const part of parts) {
    const next = at.commands.find((command) => command.name() === part);
    if (!next) break;
    at = next;
  }
  if (at.parent === null) return `${line}: unknown command`;
  const options = parts.flatMap((word) => /^\[?(--[a-z-]+)/.exec(word)?.[1] ?? []);
  const unknown = options.filter((option) => option !== '--help' && !at.options.some(({ long }) => long === option));
  const needsSubcommand = at.commands.length > 0 && parts.length > 1;
  return unknown.length > 0 || needsSubcommand ? `${line}: ${unknown.join(' ') || 'unknown subcommand'}` : null;
}

describe('commands and paths in the docs', () => {
  test('name existing commands and options', () => {
    const commandLines = listCommandLines();
    expect(commandLines.length).toBeGreaterThan(25);
    expect(commandLines.flatMap(({ page, line }) => (problemWith(line) === null ? [] : `${page}: ${problemWith(line)}`))).toEqual([]);
    expect(problemWith('scan --nonsense')).not.toBeNull();
    expect(problemWith('user nonsense')).not.toBeNull();
  });

  test('name existing npm scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm (?:run )?(?!ci\b|install\b|rebuild\b|audit\b|run\b)([a-z]+)(?=[`\s]*(?:`|#|$))/gm)].map(
        ([, name = '']) => name,
      ),
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('name existing API paths', () => {
    const shapes = new Set([...allRoutes.map(({ path }) => path), '/metrics'].map((path) => path.replaceAll(/:\w+/g, '*')));
    const named = pages
      .filter((page) => !isDecision(page))
      .flatMap((page) =>
        [...read(page).matchAll(/(?<![\w.])\/api(\/[\w./:-]*(?:\{\w+\}[\w./:-]*)*)(?![\w./:{-])/g)].map(
          ([, path = '']) => `${page}: ${path}`,
        ),
      );
    expect(named.length).toBeGreaterThan(20);
    const exists = (path: string): boolean => shapes.has(path.replaceAll(/\{\w+\}|:\w+/g, '*').replace(/[.:]$/, ''));
    expect(named.filter((line) => !exists(line.split(': ')[1] ?? ''))).toEqual([]);
  });
});

describe('decisions', () => {
  const files = globSync('docs/decisions/[0-9]*.md').sort();
  const index = [...read('docs/decisions/README.md').matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| (.+?) \| ([\d-]+) \| (.+?) \|$/gm)];

  test('are numbered without gaps and listed in the index with title, date, and status', () => {
    expect(files.length).toBeGreaterThan(30);
    const listed = index.map(([, number, file, title, date, status]) => ({ number, file, title, date, status }));
    const written = files.map((path, at) => {
      const [, title = ''] = /^# \d+\. (.+)$/m.exec(read(path)) ?? [];
      const [, status = '', date = ''] = /^Status: (.+)\nDate: ([\d-]+)$/m.exec(read(path)) ?? [];
      return { number: String(at + 1).padStart(4, '0'), file: path.split('/').pop(), title, date, status };
    });
    expect(listed).toEqual(written);
    expect(
      files.filter(
        (path, at) =>
          !path
            .split('/')
            .pop()
            ?.startsWith(`${String(at + 1).padStart(4, '0')}-`),
      ),
    ).toEqual([]);
  });

  test('have at most 40 lines', () => {
    expect(files.filter((path) => read(path).trimEnd().split('\n').length > 40)).toEqual([]);
  });
});
