import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { competitorInputSchema } from '#shared/competitors.ts';
import { systemActor } from '#core/platform/actor.ts';
import { openCore } from '#core/open.ts';
import { parseConfig } from '#core/platform/config.ts';
import { silentLog } from '#core/platform/log.ts';
import { dayMs } from '#shared/time.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { runCommand } from '#test/support/run-command.ts';

let dataDir: string;
const suggestedKey = '0f4be1c2d3a49586';
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-lead-'));
  const core = await openCore(parseConfig({ dataDir }), { log: silentLog, hold: 'own' });
  // Two accounts, although no command below names one, because IDs are unique.
  await makeUser(core, 'eve');
  const ada = await makeUser(core, 'ada');
  const { id } = await makeCampaign(core, ada);
  await ingestItems(core, [makeItem(1, Date.now()), makeItem(2, Date.now())]);
  const suggestion = { key: suggestedKey, change: { kind: 'dropRule', rule: 'invoic*' }, marked: 3, read: 0 };
  await core
    .db('campaigns')
    .where({ id: Number(id) })
    .update({ suggestions: JSON.stringify([suggestion]) });
  await core.close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const dayAfter = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

const earshot = (...args: string[]) => runCommand(args, { EARSHOT_DATA_DIR: dataDir });

test('lists leads, and changes one by its ID', async () => {
  const leads = JSON.parse((await earshot('lead', 'list', '--json')).out) as { id: string; posts: { id: string }[] }[];
  expect(leads).toHaveLength(2);
  const id = leads[0]?.id ?? '';
  expect(JSON.parse((await earshot('today', '--user', 'ada@example.test', '--json')).out)).toMatchObject({ items: [{ lead: { id } }, {}] });
  expect(await earshot('post', 'thread', leads[0]?.posts[0]?.id ?? '')).toMatchObject({
    status: 0,
    out: "This server doesn't read Reddit.\n",
  });
  expect(await earshot('lead', 'stage', id, 'contacted')).toMatchObject({ status: 0, err: '' });
  expect(await earshot('lead', 'note', id, 'Wants a demo')).toMatchObject({ status: 0 });
  expect((await earshot('lead', 'clients', id, 'show')).out).toContain('is now shown to clients.');
  expect((await earshot('lead', 'show', id)).out).toContain('stage contacted, shown to clients');
  expect((await earshot('lead', 'clients', id, 'hide')).out).toContain('is no longer shown to clients.');
  const [soon, later] = [dayAfter(30), dayAfter(60)];
  expect((await earshot('lead', 'follow-up', id, soon, '--note', 'Send the quote')).out).toContain(`due ${soon}`);
  expect((await earshot('follow-up', 'add', id, later)).out).toContain(`due ${later}`);
  const open = JSON.parse((await earshot('follow-up', 'list', '--due', 'upcoming', '--lead', id, '--json')).out) as {
    id: string;
    note: string;
  }[];
  expect(open.map(({ note }) => note)).toEqual(['Send the quote', '']);
  expect((await earshot('follow-up', 'close', open[0]?.id ?? '')).out).toContain('is done.');
  expect((await earshot('follow-up', 'list', '--due', 'done')).out).toContain('Send the quote');
  expect(JSON.parse((await earshot('follow-up', 'list', '--due', 'upcoming', '--json')).out)).toHaveLength(1);
  expect(JSON.parse((await earshot('lead', 'show', id, '--json')).out)).toMatchObject({ id, stage: 'contacted', notes: 'Wants a demo' });
  expect(JSON.parse((await earshot('lead', 'list', '--stage', 'contacted', '--json')).out)).toMatchObject([{ id }]);
  const changed = ['lead', 'list', '--updated-since', dayAfter(-1), '--limit', '1'];
  const [, cursor = ''] = /--cursor ([\w-]+)/.exec((await earshot(...changed)).err) ?? [];
  // The one that was changed comes last.
  expect(JSON.parse((await earshot(...changed, '--cursor', cursor, '--json')).out)).toMatchObject([{ id }]);
  expect((await earshot('lead', 'list', '--updated-since', dayAfter(1), '--json')).out.trim()).toBe('[]');
});

test('shows what marks suggest with its effect, and makes the change', async () => {
  const suggestions = (...more: string[]) => earshot('campaign', 'suggestions', '1', ...more);
  const { items } = JSON.parse((await suggestions('--json')).out) as { items: { key: string; effect: { posts: number; leads: number } }[] };
  expect(items).toEqual([expect.objectContaining({ key: suggestedKey, effect: { posts: expect.any(Number), leads: expect.any(Number) } })]);
  expect((await suggestions('--dismiss', suggestedKey)).out).toContain('No suggestions.');
  expect(await suggestions('--accept', suggestedKey)).toMatchObject({ status: 3 });
  expect(await suggestions('--accept', 'other')).toMatchObject({ status: 3 });
});

test('asks for the language of customers where a description leaves it open', async () => {
  const propose = (...more: string[]) =>
    earshot('campaign', 'propose', '--describe', 'Abogada en Madrid', '--user', 'ada@example.test', ...more);
  const open = await propose('--json');
  expect(open.err).toContain('Which language do your customers write in?');
  expect(JSON.parse(open.out)).toMatchObject({ language: null, draft: { languages: [] } });
  const told = await propose('--language', 'es', '--json');
  expect(told.err).not.toContain('Which language');
  expect(JSON.parse(told.out)).toMatchObject({ language: 'es', draft: { languages: ['es'] } });
});

test('shows the trade that a suggestion is made from, and takes another one or none', async () => {
  const propose = (...more: string[]) =>
    earshot('campaign', 'propose', '--describe', 'We fix wet basements.', '--user', 'ada@example.test', ...more);
  expect((await propose()).err).toMatch(/^Trade: Basement waterproofing \(basement-waterproofing\)$/m);
  expect((await propose('--trade', 'foundation-repair')).err).toMatch(/^Trade: .*\(foundation-repair\)$/m);
  expect((await propose('--trade', 'none')).err).toContain('Trades that may fit; choose with --trade: Basement waterproofing');
});

test.each([
  [['--trade', 'nope'], 'No trade is called nope'],
  [['--trade', 'foundation-repair', '--language', 'de'], 'German has no trade called foundation-repair'],
])('refuses the answers %j to a suggestion in one line', async (answers, line) => {
  const refused = await earshot('campaign', 'propose', '--describe', 'We fix wet basements.', '--user', 'ada@example.test', ...answers);
  expect(refused).toMatchObject({ status: 2, out: '', err: `${line}\n` });
});

test('removes a competitor and revokes a token by their ID, whosever they are, and declines the oldest of many applications', async () => {
  const core = await openCore(parseConfig({ dataDir }), { log: silentLog, hold: 'own' });
  const ada = (await core.accounts.users.listUsers(systemActor)).find(({ username }) => username === 'ada');
  const owner = { kind: 'user' as const, userId: ada?.id ?? '', role: 'user' as const };
  const competitor = await core.insights.competitors.create(owner, competitorInputSchema.parse({ name: 'Quillbill' }));
  const token = await core.accounts.tokens.create(owner, { name: 'CRM', scope: 'read', tools: [] });
  for (let n = 0; n <= 100; n += 1)
    await core.accounts.beta.apply({ email: `a${n}@example.test`, name: 'A', useCase: 'Find people' }, `192.0.2.${n}`);
  await core.close();
  expect(await earshot('competitor', 'mentions', competitor.id)).toMatchObject({ status: 0 });
  expect(await earshot('competitor', 'remove', competitor.id)).toMatchObject({ status: 0, err: '' });
  expect(await earshot('token', 'revoke', token.id)).toMatchObject({ status: 0, err: '' });
  expect((await earshot('beta', 'decline', 'A0@example.test')).out).toContain('Declined a0@example.test.');
  expect((await earshot('beta', 'decline', '2')).out).toContain('Declined a1@example.test.');
});

test('shares a report, lists it without its link, and revokes it', async () => {
  const made = await earshot('report', 'create', '--from', '2026-11-01', '--to', '2026-11-30', '--user', 'ada@example.test');
  expect(made.out).toMatch(/^\/report\/[\w-]{43}\n$/);
  const listed = (await earshot('report', 'list', '--user', 'ada@example.test')).out;
  expect(listed).toMatch(/1 +all campaigns +2026-11-01 +2026-11-30/);
  expect(listed).not.toContain(made.out.trim());
  expect(await earshot('report', 'revoke', '1')).toMatchObject({ status: 0, err: '' });
});

test.each([
  [['lead', 'show', '999'], 3, 'Lead not found'],
  [['lead', 'show', 'x'], 3, 'Lead x not found'],
  [['lead', 'stage', '1', 'sold'], 2, 'Stage must be one of'],
  [['lead', 'clients', '1', 'perhaps'], 2, 'Choose show or hide'],
  [['lead', 'follow-up', '1', 'tomorrow'], 2, 'dueAt'],
  [['lead', 'list', '--min-confidence', 'many'], 2, 'minConfidence'],
  [['campaign', 'propose', '--describe', 'x', '--website', 'https://example.com'], 2, 'is required'],
  [['campaign', 'create', '--file', '-', '--keywords', 'x.csv', '--user', 'ada@example.test'], 2, 'is required'],
  [['campaign', 'propose', '--describe', 'x', '--language', 'xx'], 2, 'Allowed choices are en, de, es, fr, pt, nl'],
  [
    ['campaign', 'propose', '--describe', 'We fix wet basements.', '--where', 'x'.repeat(121), '--user', 'ada@example.test'],
    2,
    'regions.0',
  ],
  [['campaign', 'create', '--website', 'nowhere', '--user', 'ada@example.test'], 2, 'Enter a website such as example.com'],
  [['campaign', 'create', '--file', '-', '--language', 'de', '--user', 'ada@example.test'], 2, 'a file has `languages`'],
  [
    ['campaign', 'propose', '--keywords', '-', '--where', 'Austin', '--user', 'ada@example.test'],
    2,
    '`--trade`, `--where`, and `--competitor` go with `--describe` or `--website`',
  ],
  [['campaign', 'create', '--keywords', '-', '--competitor', 'Xero', '--user', 'ada@example.test'], 2, 'go with `--describe`'],
  [['campaign', 'duplicate', '999'], 3, 'Campaign not found'],
  [['beta', 'decline', 'nobody@example.test'], 3, 'Application not found'],
  [['beta', 'decline', '999'], 3, 'Application not found'],
  [['feedback', 'reply', '999', 'Hi'], 3, 'not found'],
  [['feedback', 'reply', '1', 'x'.repeat(5001)], 2, 'The reply has 5001 characters. The limit is 5000'],
  [['follow-up', 'close', '999'], 3, 'Follow-up not found'],
  [['follow-up', 'list', '--due', 'never'], 2, 'due'],
  [['competitor', 'remove', '999'], 3, 'Competitor not found'],
  [['token', 'revoke', '999'], 3, 'Token not found'],
  [['report', 'revoke', '999'], 3, 'Report not found'],
  [['report', 'create', '--expires', '8', '--user', 'ada@example.test'], 2, 'expiresInDays'],
] as const)('rejects %j with a message', async (args, status, message) => {
  const answer = await earshot(...args);
  expect([answer.status, answer.out]).toEqual([status, '']);
  expect(answer.err).toContain(message);
  expect(answer.err).not.toContain('    at ');
});

test('prints completion for fish', async () => {
  const { status, out } = await earshot('completion', 'fish');
  expect(status).toBe(0);
  expect(out).toContain(`complete -c earshot -f -n '__fish_seen_subcommand_from lead; and not`);
});
