import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { runEarshot } from '#test/support/earshot-process.ts';
import { makeCore } from '#test/support/make-core.ts';
import { runCommand } from '#test/support/run-command.ts';
import { postListQuery } from '#shared/posts.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let campaignId: string;
let postId: string;

const environment = () => ({ EARSHOT_DATA_DIR: made.core.config.dataDir, EARSHOT_AI__OLLAMA__HOST: 'http://127.0.0.1:9' });
const score = (...args: string[]) => runCommand(['score', ...args], environment());

beforeEach(async () => {
  made = await makeCore({}, { onDisk: true });
  const ann = await makeUser(made.core, 'ann');
  campaignId = (await makeCampaign(made.core, ann)).id;
  await ingestItems(made.core, [makeItem(1, made.clock.now)]);
  const { items } = await made.core.inbox.posts.list(ann, postListQuery.parse({ status: 'all' }));
  postId = items[0]?.id ?? 'none was kept';
  await made.core.inbox.posts.feedback(ann, postId, { verdict: 'right' });
});
afterEach(() => made.close());

test('prints components, rules, and the absence of a cap in score explain while a server runs', async () => {
  const { stdout: out } = await runEarshot(['score', 'explain', postId], environment());
  expect(out).toContain('Looking for invoicing software');
  expect(out).toMatch(/intent +[01]\.\d\d/);
  expect(out).toContain('Feedback has no effect on this score.');
  expect(out).toContain('No cap applies.');
  expect(out).toContain('Rules: invoic*');
});

test('prints the figures of score eval as text and as JSON', async () => {
  expect((await score('eval', campaignId)).out).toMatch(/builtin +1 +1 +1\.000 +1\.000 +1\.000/);
  expect(JSON.parse((await score('eval', campaignId, '--json')).out)).toEqual([
    { scoredBy: 'builtin', rated: 1, right: 1, precision: 1, recall: 1, ndcg: 1, learned: null },
  ]);
});

test('prints in score missed the share of skipped posts that a model rates as leads, with its interval', async () => {
  // The command has the real time.
  const at = Date.now();
  const spent = { tokens_in: 9, tokens_out: 9, cost: null, items: 40, missed: 2, failure: '' } as const;
  const asked = { user_id: null, campaign_id: null, lead_id: null, provider: 'ollama', model: 'small', purpose: 'audit' } as const;
  await made.core.db('ai_ledger').insert({ at, day: Math.floor(at / 86_400_000), ...asked, ...spent });
  expect((await score('missed')).out).toContain(
    'rates 5.0% of 40 skipped posts of the last 30 days as leads (95% interval: 1.4% to 16.5%)',
  );
});

test('exits with 3 for an unknown post', async () => {
  expect(await score('explain', '999')).toMatchObject({ status: 3 });
});

test('fails score eval of a provider that does not answer', async () => {
  const failure = await score('eval', campaignId, '--provider', 'ollama');
  expect(failure).toMatchObject({ status: 1, err: expect.stringContaining("ollama didn't answer for 1 of 1 post") as unknown });
});
