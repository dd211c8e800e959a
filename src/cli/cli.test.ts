import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#core/platform/config.ts';
import { silentLog } from '#core/platform/log.ts';
import { type Core, openCore } from '#core/open.ts';
import { responders } from '#test/ai/support/responders.ts';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { makeUser } from '#test/support/factories.ts';
import { startReceiver } from '#test/support/fakes/receiver.ts';
import { startSmtpServer } from '#test/support/fakes/smtp.ts';
import { addChannel } from '#test/support/notified.ts';
import { runCommand } from '#test/support/run-command.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'earshot-cli-'));

const start = (args: readonly string[], dataDir: string, more: Record<string, string> = {}) =>
  spawn(process.execPath, ['bin/earshot', ...args], {
    env: { PATH: process.env['PATH'] ?? '', EARSHOT_DATA_DIR: dataDir, EARSHOT_REDDIT__SOURCE: 'off', EARSHOT_HTTP__PORT: '0', ...more },
  });

interface Given {
  dataDir?: string;
  input?: string;
  environment?: Record<string, string>;
}

const run = (args: readonly string[], { dataDir = folder(), input = '', environment = {} }: Given = {}) =>
  runCommand(args, { EARSHOT_DATA_DIR: dataDir, ...environment }, input);

/** In a process of its own. */
async function runAlone(args: readonly string[], { dataDir = folder(), input = '', environment = {} }: Given = {}) {
  const child = start(args, dataDir, environment);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(input);
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, out, err };
}

const post = (name: string, title: string, selftext = '') =>
  JSON.stringify({
    name,
    title,
    selftext,
    author: `author_${name}`,
    subreddit: 'freelance',
    created_utc: 1_700_000_000,
    score: 3,
    num_comments: 2,
    permalink: `/r/freelance/comments/${name}/`,
  });
const buyer = post(
  't3_a1',
  'Which invoicing software do you use? Looking for something simple',
  'I need an invoicing tool that sends invoices and chases late payers. Budget is 20 a month. What do you recommend?',
);
const seller = post(
  't3_a2',
  'I built an invoicing tool, try it for free',
  'We launched our invoicing app today. Check out our website and use the code LAUNCH for a discount on invoices.',
);
const noise = post('t3_a3', 'My cat sleeps on the router', 'She likes that it is warm.');
const campaign = {
  offering: 'Invoicing software for freelancers: send invoices, chase late payers',
  idealCustomer: 'Freelancers',
  rules: ['invoic*'],
};

function filesWith(lines: readonly string[], fields: object = campaign) {
  const dir = folder();
  const files = { campaign: join(dir, 'campaign.json'), posts: join(dir, 'posts.jsonl.gz') };
  writeFileSync(files.campaign, JSON.stringify(fields));
  writeFileSync(files.posts, gzipSync(lines.join('\n')));
  return files;
}

describe('scan', () => {
  test('prints people who want the offering with the reason, but no sellers or other topics', async () => {
    const files = filesWith([seller, buyer, noise]);
    const { status, out, err } = await runAlone(['scan', '--campaign', files.campaign, '--input', files.posts, '--jsonl']);
    const found = out
      .trim()
      .split('\n')
      .map(
        (line) =>
          JSON.parse(line) as {
            id: string;
            reason: string;
            evidence: { text: string; field: 'title' | 'body'; start: number; end: number }[];
          },
      );
    expect(found.map(({ id }) => id)).toEqual(['t3_a1']);
    expect(found[0]?.reason).not.toBe('');
    const texts = JSON.parse(buyer) as { title: string; selftext: string };
    for (const { text, field, start: from, end } of found[0]?.evidence ?? [])
      expect((field === 'title' ? texts.title : texts.selftext).slice(from, end)).toBe(text);
    expect(found[0]?.evidence.length).toBeGreaterThan(0);
    expect(err).toContain('3 read');
    expect(status).toBe(0);
  });

  test("prints every item with its score with --all, the buyer's highest", async () => {
    const files = filesWith([seller, buyer, noise]);
    const { out } = await run(['scan', '--campaign', files.campaign, '--input', files.posts, '--all', '--jsonl']);
    const scores = new Map(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string; score: number })
        .map(({ id, score }) => [id, score]),
    );
    expect(scores.size).toBe(3);
    expect(Math.max(...scores.values())).toBe(scores.get('t3_a1'));
  });

  test('calls as many with --all as without, the best of a day and what has no date', async () => {
    const own = (n: number) => Array.from({ length: 40 }, (_, word) => `word${n}${word * 7919}`).join(' ');
    const ask = (n: number) => buyer.replaceAll('t3_a1', `t3_b${n}`).replace('Budget is 20', `${own(n)}. Budget is 20`);
    const asking = Array.from({ length: 8 }, (_, n) => ask(n));
    const undated = ask(9).replace('1700000000', '0');
    const files = filesWith([...asking, undated]);
    const scan = ['scan', '--campaign', files.campaign, '--input', files.posts, '--jsonl'];
    for (const all of [[], ['--all']]) {
      const { out, err } = await run([...scan, ...all]);
      const lines = out.trim().split('\n');
      const found = lines.map((line) => JSON.parse(line) as { decision: string; createdAt: string | null });
      expect(found.filter(({ decision }) => decision === 'lead')).toHaveLength(6);
      expect(found.filter(({ createdAt }) => createdAt === null)).toHaveLength(1);
      expect(found).toHaveLength(all.length === 0 ? 6 : 9);
      expect(err).toContain('6 leads');
    }
  });

  test('counts and reports invalid lines without failing', async () => {
    const files = filesWith([buyer, '{"broken', '[]', 'not json at all', noise]);
    const { status, err } = await run(['scan', '--campaign', files.campaign, '--input', files.posts]);
    expect(status).toBe(0);
    expect(err).toContain('2 read');
    expect(err).toMatch(/couldn't be read:\n {2}.*:2: /);
  });

  test('reports the column of an invalid rule and exits with 2', async () => {
    const files = filesWith([buyer], { ...campaign, rules: ['invoic* AND (tool'] });
    const { status, err } = await run(['scan', '--campaign', files.campaign, '--input', files.posts]);
    expect(status).toBe(2);
    expect(err).toMatch(/rules\.0: Column \d+: /);
  });

  test('exits with 3 for a missing file, with 2 for neither campaign nor description', async () => {
    const files = filesWith([buyer]);
    expect((await runAlone(['scan', '--campaign', files.campaign, '--input', join(folder(), 'none.jsonl')])).status).toBe(3);
    expect((await runAlone(['scan', '--input', files.posts])).status).toBe(2);
  });

  test('writes CSV with a header, and escapes cells that a spreadsheet would run', async () => {
    const formula = post(
      't3_a4',
      '=HYPERLINK("http://x") which invoicing software do you use?',
      'I need an invoicing tool for my invoices, please recommend one. Looking for software to buy this week.',
    );
    const files = filesWith([formula]);
    const { out } = await run(['scan', '--campaign', files.campaign, '--input', files.posts, '--csv', '--all']);
    expect(out.split('\n')[0]).toMatch(/^score,decision,subreddit/);
    expect(out).toContain(`"'=HYPERLINK`);
  });

  test('keeps control characters of a title from the terminal', async () => {
    const files = filesWith([
      post(
        't3_a5',
        'Which invoicing software do you use?\u001b[31m\u202e red',
        'Looking for an invoicing tool, what do you recommend to send invoices?',
      ),
    ]);
    const { out } = await run(['scan', '--campaign', files.campaign, '--input', files.posts, '--all']);
    expect(out).toContain('Which invoicing software');
    expect(out.includes('\u001b') || out.includes('\u202e')).toBe(false);
  });
});

describe('command line', () => {
  test('reports every problem of the configuration and exits with 2', async () => {
    const { status, err } = await run(['migrate'], { environment: { EARSHOT_HTTP__PROT: '1', EARSHOT_LOG__LEVEL: 'loud' } });
    expect(status).toBe(2);
    expect(err).toContain('EARSHOT_HTTP__PROT: Unknown key');
  });

  test('has help with an example for every command', async () => {
    const { out } = await runAlone(['--help']);
    const names = [...out.matchAll(/^ {2}([a-z-]+)[ [<].*$/gm)]
      .map(([, name]) => name ?? '')
      .filter((name) => name !== 'help' && name !== 'earshot');
    expect(names.length).toBeGreaterThan(10);
    for (const name of ['serve', 'scan', 'backup']) expect((await runAlone([name, '--help'])).out).toContain('Example:');
  });

  test('reads the password of a new account from standard input, and never prints it', async () => {
    const dataDir = folder();
    const made = await runAlone(['user', 'add', 'ada', 'ada@example.com', '--admin', '--json'], {
      dataDir,
      input: 'a quiet harbour at noon\n',
    });
    expect(made.status).toBe(0);
    expect(JSON.parse(made.out)).toMatchObject({ username: 'ada', role: 'admin' });
    const listed = await runAlone(['user', 'list', '--json'], { dataDir });
    expect(listed.out).not.toContain('harbour');
    expect(listed.out).not.toContain('argon2');
  });

  test('deletes an account only with --yes, and never the only admin', async () => {
    const dataDir = folder();
    for (const [name, ...role] of [['ada', '--admin'], ['bob']] as const)
      await run(['user', 'add', name, `${name}@example.com`, ...role], { dataDir, input: 'a quiet harbour at noon\n' });
    const asked = await run(['user', 'delete', 'bob@example.com'], { dataDir });
    expect([asked.status, asked.err]).toEqual([4, expect.stringContaining('Add --yes to confirm.')]);
    expect((await run(['user', 'delete', 'bob@example.com', '--yes'], { dataDir })).out).toBe('Deleted bob (bob@example.com).\n');
    expect((await run(['user', 'delete', 'bob@example.com', '--yes'], { dataDir })).status).toBe(3);
    expect((await run(['user', 'delete', 'ada@example.com', '--yes'], { dataDir })).status).toBe(4);
  });

  test('lists connections without secrets, and tests them with a status', async () => {
    const dataDir = folder();
    const smtp = await startSmtpServer({ login: { user: 'ann', password: 'right' } });
    const urlWith = (password: string) => ({ EARSHOT_SMTP__URL: smtp.url.replace(':right@', `:${password}@`) });
    const listed = await run(['connections', '--json'], { dataDir, environment: urlWith('canary-pw') });
    expect(JSON.parse(listed.out)).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id: 'email', configured: true })]),
    });
    expect(listed.out).not.toContain('canary-pw');
    expect(await run(['connections', 'test'], { dataDir, environment: urlWith('right') })).toMatchObject({
      status: 0,
      out: '✓ email    The email server accepts the login.\n',
    });
    expect(await run(['connections', 'test', 'email'], { dataDir, environment: urlWith('wrong') })).toMatchObject({ status: 1 });
    expect((await run(['connections', 'test', 'model'], { dataDir })).status).toBe(3);
    expect((await run(['connections', 'test', 'fax'], { dataDir })).status).toBe(2);
    expect(smtp.taken).toEqual([]);
    await smtp.close();
  });

  test('lists what a notification channel sent, and has it sent again', async () => {
    const dataDir = folder();
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const config = parseConfig({ dataDir, reddit: { source: 'off' }, security: { allowPrivateHosts: ['127.0.0.1'] } });
    const within = async (work: (core: Core) => Promise<unknown>) => {
      const core = await openCore(config, { log: silentLog, hold: 'own' });
      await work(core);
      await core.close();
    };
    await within(async (core) => {
      const ada = await makeUser(core, 'ada', 'admin');
      await addChannel(core, ada, { kind: 'webhook', name: 'CRM', target: { url: receiver.url } });
      core.bus.emit('notice', { userId: ada.userId, kind: 'health', key: '1', title: 'Look', path: '/dashboard' });
      await core.notifications.settled();
    });
    expect((await run(['channel', 'list'], { dataDir })).out).toMatch(/webhook +CRM/);
    const { out } = await run(['channel', 'deliveries', '1'], { dataDir });
    expect(out).toMatch(/^1 .* account\.unhealthy +200 +\d+ ms +The receiver accepted the message\. +ok$/m);
    expect((await run(['channel', 'resend', '1', '1'], { dataDir })).out).toBe('It is sent again within a minute.\n');
    await within((core) => core.notifications.sendDue(new AbortController().signal));
    const [first, again] = receiver.calls.map(({ headers }) => headers['earshot-event']);
    expect(again).toBe(first);
    const { status, err } = await run(['channel', 'resend', '1', '99'], { dataDir });
    expect([status, err]).toEqual([3, 'Delivery not found\n']);
  });

  test('adds a notification channel without an argument that others could see, and tests it', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const options = { dataDir: folder(), environment: { EARSHOT_SECURITY__ALLOW_PRIVATE_HOSTS: '127.0.0.1' } };
    await run(['user', 'add', 'ada', 'ada@example.com'], { ...options, input: 'a quiet harbour at noon\n' });
    const input = `kind: matrix\nname: Team\ntarget: {url: ${receiver.url}, token: syt_canary, room: "!room:test"}\n`;
    expect((await runAlone(['channel', 'add', '-'], { ...options, input })).out).toBe('Channel 1 added.\n');
    expect((await run(['channel', 'test', '1'], options)).out).toBe('The receiver accepted the message.\n');
    expect(receiver.calls[0]?.headers.authorization).toBe('Bearer syt_canary');
  });

  test('imports posts from a file or from standard input', async () => {
    const dataDir = folder();
    await runAlone(['user', 'add', 'ada', 'ada@example.com'], { dataDir, input: 'a quiet harbour at noon\n' });
    const { posts, campaign: file } = filesWith([buyer, noise], { ...campaign, name: 'Invoices', subreddits: ['freelance'] });
    expect((await runAlone(['campaign', 'create', '--file', file], { dataDir })).status).toBe(0);
    expect((await runAlone(['import', posts, '--campaign', '1'], { dataDir })).out).toContain(
      'Campaign 1: ok, 2 read, 2 new, 1 matched a rule, 1 kept, 1 lead.\n',
    );
    const third = post('t3_a4', 'Which invoicing tool chases late payers?');
    const piped = await runAlone(['import', '-', '--campaign', '1'], { dataDir, input: `${buyer}\n${third}\n` });
    expect([piped.status, piped.out]).toEqual([0, expect.stringContaining('2 read, 1 new')]);
  });

  test('has the model score what it imports before it ends, and checks the model with 20 posts', async () => {
    const dataDir = folder();
    const fake = await startFakeOllama({ respond: responders.sensible });
    const environment = { EARSHOT_AI__PROVIDER: 'ollama', EARSHOT_AI__OLLAMA__HOST: fake.host };
    await run(['user', 'add', 'ada', 'ada@example.com'], { dataDir, input: 'a quiet harbour at noon\n' });
    const { posts, campaign: file } = filesWith([buyer], { ...campaign, name: 'Invoices', subreddits: ['freelance'] });
    await run(['campaign', 'create', '--file', file], { dataDir });
    const imported = await run(['import', posts, '--campaign', '1'], { dataDir, environment });
    expect([imported.status, imported.err]).toEqual([0, expect.stringContaining('The model scores 1 post.')]);
    expect(fake.requests).toHaveLength(1);
    const { status, out } = await run(['connections', 'test', 'model', '--posts'], { dataDir, environment });
    expect(status).toBe(0);
    expect(out).toMatch(/Valid answers +20 of 20/);
    expect(out).toMatch(/Right answers +\d+ of 20/);
    expect(out).toMatch(/Seconds per post +\d/);
    expect(out).toMatch(/Cost per 1,000 posts +\$0/);
    await fake.close();
  });

  test('creates a campaign from a file, shows and exports it, and deletes it only with --yes', async () => {
    const dataDir = folder();
    await run(['user', 'add', 'ada', 'ada@example.com'], { dataDir, input: 'a quiet harbour at noon\n' });
    const file = join(dataDir, 'c.yaml');
    writeFileSync(file, 'name: Invoices\noffering: Invoicing software\nrules:\n  - invoic* tool\nsubreddits: [freelance]\n');
    const made = await run(['campaign', 'create', '--file', file, '--json'], { dataDir });
    const { id } = JSON.parse(made.out) as { id: string };
    expect((await run(['campaign', 'export', id], { dataDir })).out).toContain('- invoic* tool');
    const feed = 'https://forum.example.com/feed.xml';
    const withMore = await run(['campaign', 'edit', id, '--hacker-news', '--stack-exchange', 'softwarerecs', '--feed', feed], { dataDir });
    expect(withMore.out).toContain(`Monitors: r/freelance, Hacker News, softwarerecs, ${feed}`);
    expect((await run(['campaign', 'edit', id, '--no-hacker-news', '--feed', 'freelance'], { dataDir })).status).toBe(2);
    writeFileSync(file, 'subreddits: [smallbusiness]\n');
    expect((await run(['campaign', 'edit', id, '--file', file], { dataDir })).out).toContain(
      `Monitors: r/smallbusiness, Hacker News, softwarerecs, ${feed}`,
    );
    writeFileSync(file, 'streams: [{ kind: subreddit, name: freelance }]\nsubreddits: [webdev]\n');
    expect((await run(['campaign', 'edit', id, '--file', file], { dataDir })).out).toContain('Monitors: r/freelance, r/webdev\n');
    expect((await run(['campaign', 'delete', id], { dataDir })).status).toBe(4);
    expect((await run(['campaign', 'delete', id, '--yes'], { dataDir })).status).toBe(0);
    expect((await run(['campaign', 'show', id], { dataDir })).status).toBe(3);
  });

  test('refuses streams that are none, each where the file has it, and more than a campaign may have', async () => {
    const dataDir = folder();
    await run(['user', 'add', 'ada', 'ada@example.com'], { dataDir, input: 'a quiet harbour at noon\n' });
    const create = async (fields: object, ...options: string[]) => {
      const { campaign: file } = filesWith([], { ...campaign, name: 'Invoices', ...fields });
      const { status, err } = await run(['campaign', 'create', '--file', file, ...options], { dataDir });
      return [status, ...err.trim().split('\n').slice(1)];
    };
    const first = { kind: 'hackernews' };
    expect(await create({ streams: [first], subreddits: ['freelance', 'no name'] })).toEqual([2, '  subreddits.1: Invalid subreddit name']);
    expect(await create({ streams: 'freelance', subreddits: ['freelance'] })).toEqual([2, '  streams: Must be a list']);
    const feeds = Array.from({ length: 31 }, (_, index) => `https://forum.example.com/${index}.xml`);
    expect(await create({}, '--feed', ...feeds)).toEqual([2, '  streams: At most 30 feeds']);
  });

  test('refuses a second server on the same folder in one line with 4, allows commands beside it, and exits with 0 on SIGTERM', async () => {
    const dataDir = folder();
    const first = start(['serve'], dataDir);
    let printed = '';
    for await (const chunk of first.stderr) {
      printed += String(chunk);
      if (printed.includes('listening on')) break;
    }
    const second = await runAlone(['serve'], { dataDir });
    expect(second.status).toBe(4);
    expect(second.err.trim().split('\n')).toEqual([
      `Another Earshot is running on ${dataDir}. Stop it first, or set another folder (dataDir).`,
    ]);
    expect((await runAlone(['backup'], { dataDir })).status).toBe(0);
    expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1);
    const ended = once(first, 'exit');
    first.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('checks the mail server in doctor, and prints its response', async () => {
    const smtp = await startSmtpServer({ login: { user: 'earshot', password: 'letmein' } });
    const mailOf = async (url: string) => {
      const { out } = await run(['doctor', '--json'], { environment: { EARSHOT_SMTP__URL: url } });
      return (JSON.parse(out) as { check: string; level: string; message: string }[]).find(({ check }) => check === 'mail');
    };
    expect(await mailOf(smtp.url)).toEqual({ check: 'mail', level: 'ok', message: 'the email server accepts the login' });
    expect(await mailOf(smtp.url.replace('letmein', 'wrong'))).toMatchObject({
      level: 'act',
      message: expect.not.stringContaining('wrong'),
    });
    await smtp.close();
  });

  test('lists what to do in doctor, and exits with 1 when something must be done', async () => {
    const { status, out } = await run(['doctor', '--json'], {
      environment: { EARSHOT_REDDIT__SOURCE: 'api', EARSHOT_AI__PROVIDER: 'ollama' },
    });
    const findings = JSON.parse(out) as { check: string; level: string; message: string }[];
    expect(findings.find(({ check }) => check === 'reddit')).toMatchObject({ level: 'act' });
    expect(findings.find(({ check }) => check === 'model')).toMatchObject({ level: 'act' });
    expect(status).toBe(1);
  });
});
