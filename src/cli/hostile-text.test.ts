import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

// Each test starts a process, which takes seconds on a busy machine.
const launcher = resolve('bin/earshot');
let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'earshot-cli-'));
});

/** Runs in a folder of its own, without a config.yaml. */
function earshot(args: readonly string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
    cwd: place,
    encoding: 'utf8',
    input: '',
    env: { PATH: process.env['PATH'] ?? '', EARSHOT_DATA_DIR: join(place, 'data'), EARSHOT_REDDIT__SOURCE: 'off', ...environment },
  });
  return { status, out: stdout, err: stderr };
}

describe('invalid input', () => {
  test.each([
    [['blacklist', 'import', 'none.csv'], 3, "Couldn't read none.csv\n"],
    [['campaign', 'edit', '1', '--file', 'none.yaml'], 3, "Couldn't read none.yaml\n"],
    [['campaign', 'show', '1'], 3, 'Campaign not found\n'],
    [['score', 'explain', 'abc'], 3, 'Post abc not found\n'],
    [['token', 'create', 'x', '--scope', 'all'], 2, "Couldn't create the token\n  scope: One of: read, write\n"],
    [['competitor', 'add', 'X'], 2, "Couldn't add the competitor\n  name: At least 2 characters\n"],
    [['restore', 'none.db', '--yes'], 3, "Couldn't read none.db\n"],
    [['restore', '.', '--yes'], 3, "Couldn't read .: it is a folder\n"],
    [['campaign', 'edit', '1', '--file', '.'], 3, "Couldn't read .: it is a folder\n"],
  ] as const)('of %j gives a message without a stack', (args, status, words) => {
    expect(earshot(args)).toEqual({ status, out: '', err: words });
  });

  test.each([[['scan', '--describe', 'x', '--input', 'x', '--json', '--csv']], [['export', '--json', '--csv']]])(
    'of %j requests two formats at once and is a usage error',
    (args) => {
      const { status, out, err } = earshot(args);
      expect([status, JSON.parse(out)]).toMatchObject([
        2,
        { error: 'invalid', message: expect.stringContaining('cannot be used with') as unknown },
      ]);
      expect(err).toContain('cannot be used with option');
    },
  );

  test("rejects a campaign file that isn't YAML, or not a campaign, with the reason", () => {
    writeFileSync(join(place, 'broken.yaml'), 'name: "x\n - [');
    writeFileSync(join(place, 'list.yaml'), '- a\n- b\n');
    const scan = (file: string) => earshot(['scan', '--campaign', file, '--input', 'none.jsonl']);
    expect(scan('broken.yaml')).toEqual({ status: 2, out: '', err: "broken.yaml isn't valid JSON or YAML\n" });
    expect(scan('list.yaml')).toEqual({ status: 2, out: '', err: "list.yaml isn't a valid campaign\n  (file): Must be an object\n" });
  });

  test('names each invalid key in a configuration file and in the environment', () => {
    writeFileSync(join(place, 'wrong.yaml'), 'http:\n  port: many\n  prot: 1\njobs: 3\nregistration: maybe\n');
    const { status, err } = earshot(['user', 'list', '--config', 'wrong.yaml']);
    expect(status).toBe(2);
    expect(err.split('\n')).toEqual([
      'The configuration has problems:',
      '  http.port: Must be a number',
      '  http.prot: Unknown key',
      '  jobs: Must be an object',
      '  registration: One of: open, first, closed',
      '',
    ]);
    expect(earshot(['user', 'list'], { EARSHOT_HTTP__PROT: '1' })).toMatchObject({ status: 2, out: '' });
    expect(earshot(['user', 'list', '--config', 'none.yaml'])).toEqual({ status: 3, out: '', err: "Couldn't read none.yaml\n" });
  });

  test("reports a data folder that isn't a folder in one line", () => {
    const { status, out, err } = earshot(['user', 'list'], { EARSHOT_DATA_DIR: join(launcher, 'data') });
    expect([status, out]).toEqual([1, '']);
    expect(err).toBe(`${join(launcher, 'data')} is not a folder. Set another one (dataDir).\n`);
  });

  test('ends quietly when the reader of its output closes early', async () => {
    const child = spawn(process.execPath, [launcher, 'job', 'list', '--json'], {
      cwd: place,
      env: { PATH: process.env['PATH'] ?? '', EARSHOT_DATA_DIR: join(place, 'data'), EARSHOT_REDDIT__SOURCE: 'off' },
    });
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.stdout.destroy();
    const [status] = (await once(child, 'close')) as [number | null];
    expect([status, err]).toEqual([0, '']);
  });
});

describe('completion', () => {
  test('completes commands, options, and choices in a real bash, and leaves files to the shell', () => {
    const script = earshot(['completion', 'bash']).out;
    const asked = [
      'earshot ca',
      'earshot user ',
      'earshot user add --a',
      'earshot scan --input x',
      'earshot campaign run --config a.yaml --j',
      'earshot completion z',
    ];
    const ask = asked.map((line) => {
      const words = line.split(' ').map((word) => `'${word}'`);
      return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _earshot; echo "\${COMPREPLY[*]}"`;
    });
    const { stdout, status } = spawnSync('bash', ['-c', `${script}\n${ask.join('\n')}`], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'campaign',
      'list add set-role set-language set-plan reset-password reset-2fa disable merge delete --help',
      '--admin',
      '',
      '--json',
      'zsh',
      '',
    ]);
  });

  test('supports bash and zsh only', () => {
    expect(earshot(['completion', 'zsh']).out).toContain('bashcompinit');
    expect(earshot(['completion', 'tcsh'])).toMatchObject({ status: 2, out: '' });
  });
});
