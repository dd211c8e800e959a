import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig, parseConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'earshot-config-'));
const fileWith = (text: string): string => {
  const file = join(folder, `${Math.random()}.yaml`);
  writeFileSync(file, text);
  return file;
};
const problemsOf = (work: () => unknown): string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
};

test('fills an empty configuration with defaults', () => {
  const config = parseConfig({});
  expect(config.http).toEqual({ port: 3000, host: '127.0.0.1', publicUrl: '', trustedProxies: [], connectionsPerAddress: 256 });
  expect(config.dataDir).toBe('./data');
  expect(config.retention.unmatchedHours).toBe(48);
});

test('overrides the file with environment variables, with __ between levels and _ between words', () => {
  const file = fileWith('http:\n  port: 4000\n  host: 0.0.0.0\n');
  const config = loadConfig(file, {
    EARSHOT_HTTP__PORT: '8080',
    EARSHOT_REDDIT__WWW_URL: 'http://127.0.0.1:9/',
    EARSHOT_AI__OLLAMA__HOST: 'http://box:11434',
  });
  expect(config.http).toMatchObject({ port: 8080, host: '0.0.0.0' });
  expect(config.reddit.wwwUrl).toBe('http://127.0.0.1:9');
  expect(config.ai.ollama.host).toBe('http://box:11434');
});

test('reads a secret from a file and reports a missing file', () => {
  const secret = fileWith('hush-hush\n');
  expect(loadConfig(fileWith(''), { EARSHOT_REDDIT__CLIENT_SECRET_FILE: secret }).reddit.clientSecret).toBe('hush-hush');
  expect(problemsOf(() => loadConfig(fileWith(''), { EARSHOT_REDDIT__CLIENT_SECRET_FILE: join(folder, 'none') }))).toEqual([
    'EARSHOT_REDDIT__CLIENT_SECRET_FILE: The file could not be read',
  ]);
});

test('accepts PostgreSQL with the URL of a database', () => {
  const url = 'postgres://earshot:p%40ss@db.example.com:5432/earshot?sslmode=verify-full';
  const secret = fileWith(`${url}\n`);
  const { database } = loadConfig(fileWith('database:\n  client: postgres\n'), { EARSHOT_DATABASE__URL_FILE: secret });
  expect(database).toEqual({ client: 'postgres', url });
});

test.each(['', 'earshot.db', 'mysql://a:hush@b/c', 'postgres://a:hush@b', 'postgres://a:hush#1@b/c', 'postgres://a:hush%zz@b/c'])(
  'reports the PostgreSQL URL %j without its password',
  (url) => {
    const [problem, ...more] = problemsOf(() => parseConfig({ database: { client: 'postgres', url } }));
    expect(problem).toContain('database.url: It must be postgres://user:password@host:5432/database');
    expect([problem, ...more].join('\n')).not.toContain('hush');
    expect(more).toEqual([]);
  },
);

test('reports all problems at once with their paths', () => {
  const file = fileWith('http:\n  port: 99999\nredit: {}\nreddit:\n  source: smoke\n  wat: 1\n');
  const problems = problemsOf(() => loadConfig(file, {}));
  expect(problems).toHaveLength(4);
  expect(problems.map((problem) => problem.split(':')[0] ?? '').sort()).toEqual(['http.port', 'reddit.source', 'reddit.wat', 'redit']);
});

test('reports an unknown environment variable', () => {
  expect(problemsOf(() => loadConfig(fileWith(''), { EARSHOT_HTTP__PROT: '1' }))).toEqual(['EARSHOT_HTTP__PROT: Unknown key']);
});

test('reports an invalid YAML file as one problem, and a missing file as not found', () => {
  expect(problemsOf(() => loadConfig(fileWith('a: [1'), {}))).toHaveLength(1);
  expect(() => loadConfig(join(folder, 'absent.yaml'), {})).toThrow("Couldn't read");
});

test('ignores a section with all lines commented out', () => {
  expect(loadConfig(fileWith('reddit:\n  # clientId: x\n'), {}).reddit.source).toBe('auto');
});

test('freezes the configuration', () => {
  const config = parseConfig({});
  expect(() => Object.assign(config.http, { port: 1 })).toThrow(TypeError);
});

test('rejects a signing secret that is too short', () => {
  expect(problemsOf(() => parseConfig({ security: { secret: 'short' } }))).toHaveLength(1);
  expect(problemsOf(() => parseConfig({ security: { secret: 'changeme'.repeat(5) } }))).toHaveLength(1);
  expect(parseConfig({ security: { secret: 'b0Jx-7Yq2LmT9vKcR4wZ8nHdS6fPaGeUiC3o' } }).security.secret).toHaveLength(36);
});
