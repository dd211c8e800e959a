import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const folder = mkdtempSync(join(tmpdir(), 'earshot-release-'));
const fill = (...args: string[]) => spawnSync(process.execPath, ['deploy/release-files.ts', ...args], { encoding: 'utf8' });
beforeAll(() => execFileSync(process.execPath, ['deploy/release-files.ts', 'Some-Owner', folder]));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

const composeSchema = z.looseObject({
  services: z
    .object({
      earshot: z.looseObject({
        image: z.string(),
        read_only: z.literal(true),
        cap_drop: z.array(z.string()),
        volumes: z.array(z.unknown()),
      }),
    })
    .loose(),
  volumes: z.looseObject({ 'earshot-data': z.null() }),
});
const compose = (name: string) => composeSchema.parse(parse(read(name)));
const own = () => compose('compose.yaml').services.earshot;
const image = 'ghcr.io/some-owner/earshot:1';
const limits = ['read_only', 'tmpfs', 'cap_drop', 'security_opt', 'mem_limit', 'pids_limit', 'stop_grace_period', 'init'];

describe('the files of a release', () => {
  test('name the image of its owner, in lowercase, with the owner and the version as variables of Compose', () => {
    expect(own().image).toBe('ghcr.io/${EARSHOT_OWNER:-some-owner}/earshot:${EARSHOT_VERSION:-1}');
    expect(compose('compose.scale.yaml').services.earshot.image).toBe(own().image);
    expect(own()).not.toHaveProperty('build');
    expect(parse(readFileSync('compose.dev.yaml', 'utf8'))).toEqual({ services: { earshot: { build: '.', image: 'earshot' } } });
  });

  test('leave no owner open, and before they are filled in name none that Docker would accept', () => {
    for (const name of globSync('*', { cwd: folder })) expect(read(name)).not.toContain('SET-EARSHOT_OWNER');
    for (const name of ['compose.yaml', ...globSync('deploy/templates/*')])
      expect(readFileSync(name, 'utf8')).toMatch(/ghcr\.io\/(?:\$\{EARSHOT_OWNER:-)?SET-EARSHOT_OWNER/);
  });

  test('lie in one folder, and so do the files that they name', () => {
    const named = globSync('*.yaml', { cwd: folder }).flatMap((name) =>
      [...read(name).matchAll(/'(\.\/[^:']+):/g)].map(([, path = '']) => path),
    );
    expect(named).toContain('./Caddyfile.scale');
    expect(named.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  });

  test.each(['../elsewhere', 'two words', '-dash', ''])('refuse %o as an owner', (owner) => {
    const { status, stderr } = fill(owner, folder);
    expect([status, stderr.trim().split('\n').length]).toEqual([2, 1]);
  });
});

describe('templates agree with compose.yaml on image, port, data, and limits', () => {
  test('CasaOS', () => {
    const { services, 'x-casaos': shown } = compose('casaos.yaml');
    expect(services.earshot).toMatchObject({
      image,
      ports: [{ target: 3000, published: '3000' }],
      volumes: [{ source: 'earshot-data', target: '/data' }],
    });
    for (const key of limits) expect([key, services.earshot[key]]).toEqual([key, own()[key]]);
    expect(shown).toMatchObject({ main: 'earshot', port_map: '3000', architectures: ['amd64', 'arm64'] });
  });

  test('Coolify', () => {
    const { earshot } = compose('coolify.yaml').services;
    expect(earshot).toMatchObject({ image, volumes: own().volumes });
    expect(earshot).not.toHaveProperty('ports');
    expect(earshot['environment']).toContain('SERVICE_URL_EARSHOT_3000');
    expect(read('coolify.yaml')).toContain('# port: 3000');
    for (const key of limits) expect([key, earshot[key]]).toEqual([key, own()[key]]);
  });

  test('Portainer', () => {
    const { version, templates } = JSON.parse(read('portainer.json')) as { version: string; templates: object[] };
    expect(version).toBe('3');
    expect(templates).toEqual([
      expect.objectContaining({
        type: 1,
        image,
        ports: ['3000:3000/tcp'],
        volumes: [{ container: '/data' }],
        restart_policy: 'unless-stopped',
      }),
    ]);
  });

  test('Unraid', () => {
    const xml = read('unraid.xml');
    expect(XMLValidator.validate(xml)).toBe(true);
    const { Container: container } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml) as {
      Container: { Repository: string; WebUI: string; ExtraParams: string; Config: Record<string, string>[] };
    };
    expect(container).toMatchObject({ Repository: image, WebUI: 'http://[IP]:[PORT:3000]/' });
    expect(container.Config.map(({ Type, Target, Default }) => [Type, Target, Default])).toEqual([
      ['Port', '3000', '3000'],
      ['Path', '/data', '/mnt/user/appdata/earshot'],
    ]);
    for (const flag of ['--read-only', '--tmpfs /tmp', '--cap-drop=ALL', 'no-new-privileges:true', '--memory=1g', '--pids-limit=200'])
      expect(container.ExtraParams).toContain(flag);
  });
});

interface Workflow {
  jobs: Record<
    string,
    {
      needs?: string | string[];
      permissions?: Record<string, string>;
      steps: { run?: string; uses?: string; with?: Record<string, unknown> }[];
    }
  >;
}
const workflow = (name: string) => parse(readFileSync(`.github/workflows/${name}.yaml`, 'utf8')) as Workflow;
const runsOf = ({ jobs }: Workflow, job: string): string[] => jobs[job]?.steps.flatMap(({ run }) => run ?? []) ?? [];

describe('workflows', () => {
  const installed = /npm run --silent pack\nnpm install \S+\/dist\/earshot-\*\.tgz && npx --no earshot migrate/;

  test('run on each push what .ci/run does, the audit, an installation of the package, and the smoke test of the image', () => {
    const check = workflow('check');
    expect([...runsOf(check, 'test'), ...runsOf(check, 'audit'), ...runsOf(check, 'image')]).toEqual(
      expect.arrayContaining(['bash .ci/run', 'npm run --silent audit', 'deploy/smoke.sh earshot']),
    );
    expect(runsOf(check, 'package').join('\n')).toMatch(installed);
  });

  test.each([
    ['check', 'audit', 'npm ci --ignore-scripts'],
    ['release', 'test', 'bash .ci/run'],
  ])('install what the audit of %s needs before it', (name, job, install) => {
    expect(runsOf(workflow(name), job).slice(-2)).toEqual([install, 'npm run --silent audit']);
  });

  test('publish after the tests only, with the rights this takes, an image for two processors that lists its packages and provenance', () => {
    const { jobs } = workflow('release');
    expect([jobs['image']?.needs, jobs['package']?.needs]).toEqual(['test', ['test', 'image']]);
    expect(jobs['image']?.permissions).toEqual({ contents: 'read', packages: 'write' });
    const steps = jobs['image']?.steps ?? [];
    const pushed = steps.findIndex(({ with: given }) => given?.['push'] === true);
    expect(steps[pushed]?.with).toMatchObject({ platforms: 'linux/amd64,linux/arm64', sbom: true, provenance: 'mode=max' });
    expect(steps.slice(0, pushed).flatMap(({ run }) => run ?? [])).toContain('deploy/smoke.sh earshot:smoke');
    const packageRuns = runsOf(workflow('release'), 'package').join('\n');
    expect(packageRuns).toMatch(installed);
    expect(packageRuns).toMatch(/npm run --silent pack[^]*earshot migrate[^]*sha256sum[^]*npm publish[^]*gh release create/);
  });
});

test('the smoke test starts the image with the limits of compose.yaml', () => {
  const script = readFileSync('deploy/smoke.sh', 'utf8');
  for (const flag of [
    '--init',
    '--read-only',
    '--tmpfs /tmp',
    '--cap-drop ALL',
    '--security-opt no-new-privileges:true',
    '--memory 1g',
    '--pids-limit 200',
    '-p 127.0.0.1:',
  ])
    expect(script).toContain(flag);
  execFileSync('bash', ['-n', 'deploy/smoke.sh']);
});
