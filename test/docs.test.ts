import { execFileSync } from 'node:child_process';
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

test('every named file and folder of the repository exists', () => {
  const named = pages
    .filter((page) => !isDecision(page) && page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...read(page).matchAll(/`((?:src|test|bench|bin|docs|deploy|migrations|training)\/[\w./*-]+)`/g)].map(
        ([, name = '']) => `${page}: ${name}`,
      ),
    );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((line) => globSync(line.split(': ')[1] ?? '').length === 0)).toEqual([]);
});

test('no committed text has a marker of a merge conflict', () => {
  const marker = /^(?:<{7} |>{7} |\|{7} |={7}$)/m;
  expect(['<<<<<<< main', '=======', '>>>>>>> topic'].every((line) => marker.test(`text\n${line}\n`))).toBe(true);
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
  expect(files.length).toBeGreaterThan(1000);
  const marked = files.filter(
    (file) => existsSync(file) && statSync(file).isFile() && statSync(file).size < 1_000_000 && marker.test(read(file)),
  );
  expect(marked).toEqual([]);
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

  test('name existing parts of npm test', () => {
    const [, parts = ''] = /^const parts = \{ (.+) \};$/m.exec(read('test/run-all.ts')) ?? [];
    const existing = new Set(parts.split(', ').map((part) => part.split(':')[0]));
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm test -- ([a-z ]+)/g)].flatMap(([, names = '']) => names.trim().split(' ')),
    );
    expect(named).toContain('postgres');
    expect(named.filter((name) => !existing.has(name))).toEqual([]);
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
  const files = globSync('docs/decisions/[0-9]*.md')
    .map((path) => path.split('/').pop() ?? '')
    .sort();

  test('are numbered without gaps and listed in the index', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, at) => at + 1));
    const listed = [...read('docs/decisions/README.md').matchAll(/^\d+\. \[.+\]\(([^)]+)\)$/gm)].map(([, file]) => file);
    expect(listed).toEqual(files);
  });

  test('have at most 310 words', () => {
    const wordsOf = (file: string): number => read(`docs/decisions/${file}`).trim().split(/\s+/).length;
    expect(files.filter((file) => wordsOf(file) > 310)).toEqual([]);
  });
});
