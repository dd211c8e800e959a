import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '#core/platform/config.ts';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

interface Lock {
  packages: Record<string, { integrity?: string; link?: boolean; resolved?: string; version?: string }>;
}

test('locks every package by its hash, from a registry', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as Lock;
  const rows = Object.entries(packages).filter(([name]) => name !== '');
  expect(rows.length).toBeGreaterThan(300);
  const isBundled = (row: Lock['packages'][string]): boolean => 'inBundle' in row;
  expect(rows.filter(([, row]) => !row.link && !isBundled(row) && !row.integrity?.startsWith('sha512-')).map(([name]) => name)).toEqual([]);
  expect(rows.filter(([, { resolved = '' }]) => /^(?:git|file|http:)/.test(resolved)).map(([name]) => name)).toEqual([]);
});

test('requires packages by version, never by URL, and allows install scripts for only two, not for one that downloads code for graphics cards', () => {
  const { dependencies, devDependencies, allowScripts } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  const asked = Object.values({ ...dependencies, ...devDependencies });
  expect(asked.filter((version) => !/^[\^~]?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  expect(Object.keys(dependencies ?? {}).length).toBeLessThanOrEqual(44);
  expect(allowScripts).toEqual({ node: true, sqlite3: true, 'onnxruntime-node': false });
  // Where npm doesn't know `allowScripts` yet.
  expect(read('.npmrc')).toContain('onnxruntime-node-install=skip');
});

test('builds the image from a pinned base without install scripts, runs it as an ordinary user, and copies no data of the checkout', () => {
  const [docker, ignored, compose] = [read('Dockerfile'), read('.dockerignore').split('\n'), read('compose.yaml')];
  expect(docker).toMatch(/npm ci --ignore-scripts && npm rebuild sqlite3/);
  expect(docker).toMatch(/^ARG NODE_IMAGE=node:24-bookworm-slim@sha256:[0-9a-f]{64}$/m);
  for (const [, base] of docker.matchAll(/^FROM (\S+)/gm)) expect(base).toBe('${NODE_IMAGE}');
  expect(docker.split('\n').findLast((line) => line.startsWith('USER'))).toBe('USER 1000:1000');
  expect(ignored).toEqual(expect.arrayContaining(['.git', 'data', 'config.yaml', '.env', '*.dump', 'password.txt', 'node_modules']));
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true', "ports: ['127.0.0.1:", 'stop_grace_period: 30s'])
    expect(compose).toContain(line);
});

interface Compose {
  services: { earshot: { environment: Record<string, string>; deploy: { replicas: number }; [key: string]: unknown } };
}

test('starts several servers with the same limits as one, with secrets from files, and with a configuration that is valid', () => {
  const [one, several] = ['compose.yaml', 'compose.scale.yaml'].map((name) => (parse(read(name)) as Compose).services.earshot);
  for (const key of ['read_only', 'cap_drop', 'security_opt', 'mem_limit', 'pids_limit', 'stop_grace_period'])
    expect([key, several?.[key]]).toEqual([key, one?.[key]]);
  expect(several).not.toHaveProperty('ports');
  expect(several?.deploy.replicas).toBeGreaterThan(1);
  const files: Record<string, string> = {
    EARSHOT_DATABASE__URL: 'postgres://earshot:hush@postgres:5432/earshot',
    EARSHOT_SECURITY__SECRET: randomBytes(48).toString('base64url'),
  };
  const environment = Object.fromEntries(
    Object.entries(several?.environment ?? {}).map(([name, value]) => {
      const plain = name.replace(/_FILE$/, '');
      return [plain, plain === name ? value.replace('${EARSHOT_HOST:-localhost}', 'localhost') : (files[plain] ?? '')];
    }),
  );
  expect(loadConfig(undefined, environment)).toMatchObject({
    database: { client: 'postgres', url: files['EARSHOT_DATABASE__URL'] },
    security: { secret: files['EARSHOT_SECURITY__SECRET'] },
    http: { publicUrl: 'https://localhost', trustedProxies: ['172.30.0.0/24'] },
  });
  expect(read('.dockerignore').split('\n')).toContain('secrets');
});
