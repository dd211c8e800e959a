import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let ann: Awaited<ReturnType<typeof makeUser>>;
let campaignId: string;
const page = { limit: 10 };

beforeEach(async () => {
  made = await makeCore();
  ann = await makeUser(made.core, 'ann');
  campaignId = (await makeCampaign(made.core, ann)).id;
});
afterEach(() => made.close());

function lineOf(number: number): string {
  const { fullname, title, body, author, subreddit } = makeItem(number, made.clock.now);
  return JSON.stringify({ name: fullname, title, selftext: body, author, subreddit, created_utc: made.clock.now / 1000 - 60, score: 1 });
}
function fileOf(lines: readonly string[], zipped = false): string {
  const path = join(made.core.config.dataDir, 'posts.jsonl');
  const bytes = Buffer.from(lines.join('\n'));
  writeFileSync(path, zipped ? gzipSync(bytes) : bytes);
  return path;
}
async function importLines(lines: readonly string[], options: { campaignId?: string; isUpload?: boolean } = {}, zipped = false) {
  const path = fileOf(lines, zipped);
  const { runId } = await made.core.discovery.pipeline.importFile(ann, path, options);
  await made.core.discovery.pipeline.settled();
  const run = (await made.core.inbox.campaigns.runs(ann, campaignId, page)).items.find(({ id }) => id === runId);
  return { run, path };
}

test('turns a file into posts and leads, and counts and shows invalid lines', async () => {
  const bad = Array.from({ length: 7 }, (_, index) => `{"broken": ${index}`);
  const { run } = await importLines([...Array.from({ length: 12 }, (_, index) => lineOf(index)), ...bad], {}, true);
  expect(run).toMatchObject({
    source: 'import',
    state: 'partial',
    counts: { heard: 12, new: 12, leads: 12 },
    filtered: { 'unreadable line': 7 },
  });
  expect(run?.error?.split('\n')).toHaveLength(6);
  expect(run?.error).toMatch(/^Line 13: .*\n[^]*and 2 more lines/);
});

test('changes nothing when the same file is imported twice, one after the other or concurrently', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => lineOf(index));
  await importLines(lines);
  const before = await made.core.db('posts').orderBy('id');
  const path = fileOf(lines);
  await Promise.all([made.core.discovery.pipeline.importFile(ann, path, {}), made.core.discovery.pipeline.importFile(ann, path, {})]);
  await made.core.discovery.pipeline.settled();
  expect(await made.core.db('posts').orderBy('id')).toEqual(before);
});

test('limits an import for one campaign to that campaign', async () => {
  const other = await makeCampaign(made.core, ann);
  const { run } = await importLines([lineOf(1)], { campaignId });
  expect(run?.counts.leads).toBe(1);
  expect((await made.core.inbox.campaigns.get(ann, other.id)).counts).toEqual({ posts: 0, leads: 0, newLeads: 0 });
  await importLines([lineOf(2)]);
  expect((await made.core.inbox.campaigns.get(ann, other.id)).counts.leads).toBe(1);
  expect((await made.core.inbox.campaigns.get(ann, campaignId)).counts.leads).toBe(2);
});

test('deletes an upload once it is imported or rejected', async () => {
  expect(existsSync((await importLines([lineOf(1)], { isUpload: true })).path)).toBe(false);
  const path = fileOf([lineOf(1)]);
  await expect(made.core.discovery.pipeline.importFile(ann, path, { campaignId: '999', isUpload: true })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(existsSync(path)).toBe(false);
});

test('fails the run of an unreadable file with a message', async () => {
  const { runId } = await made.core.discovery.pipeline.importFile(ann, join(made.core.config.dataDir, 'nowhere.csv'), {});
  await made.core.discovery.pipeline.settled();
  const [run] = (await made.core.inbox.campaigns.runs(ann, campaignId, page)).items;
  expect(run).toMatchObject({ id: runId, state: 'failed' });
  expect(run?.error).not.toBe('');
});

test('scores pasted text like a fetched post, and rejects a link to another site', async () => {
  const { title, body } = makeItem(1, made.clock.now);
  await made.core.discovery.pipeline.importPaste(ann, { text: `${title}\n\n${body}` });
  await made.core.discovery.pipeline.settled();
  expect((await made.core.inbox.posts.list(ann, { limit: 5, sort: '-confidence' })).items).toMatchObject([{ title, permalink: null }]);
  await expect(made.core.discovery.pipeline.importPaste(ann, { url: 'https://example.com/r/x/comments/1' })).rejects.toMatchObject({
    code: 'invalid',
  });
});

test('rejects an import when there are no campaigns', async () => {
  const eve = await makeUser(made.core, 'eve');
  await expect(made.core.discovery.pipeline.importPaste(eve, { text: 'words' })).rejects.toMatchObject({ code: 'conflict' });
});

test.each(['json', 'jsonl', 'csv'] as const)('imports its own export of posts as %s without loss', async (form) => {
  const at = made.clock.now;
  const formula = { title: '=SUM(A1) Looking for invoicing software, would pay today', body: '-1 line\n@two "quoted", and; more' };
  await ingestItems(made.core, [
    makeItem(1, at),
    makeItem(2, at, formula),
    makeItem(3, at, {
      kind: 'comment',
      fullname: 't1_reply3',
      linkFullname: 't3_item1',
      permalink: 'https://www.reddit.com/r/freelance/comments/item1/_/reply3/',
    }),
  ]);
  const readAll = async ({ core }: typeof made, of: typeof ann) =>
    (await core.inbox.posts.list(of, { limit: 50, sort: '-createdAt' })).items
      .map(({ id: _id, campaignId: _campaign, leadId: _lead, ...post }) => post)
      .toSorted((a, b) => a.fullname.localeCompare(b.fullname));
  const before = await readAll(made, ann);
  expect(before).toHaveLength(3);
  const { text } = await made.core.inbox.exports.posts(ann, { sort: '-confidence' }, form);
  const path = join(made.core.config.dataDir, `export.${form}`);
  writeFileSync(path, (await Array.fromAsync(text)).join(''));
  const there = await makeCore();
  const eve = await makeUser(there.core, 'eve');
  await makeCampaign(there.core, eve);
  await there.core.discovery.pipeline.importFile(eve, path, {});
  await there.core.discovery.pipeline.settled();
  expect(await readAll(there, eve)).toEqual(before);
  await there.close();
});

test('counts what waited to be scored with what was read, so that the counts of a run add up', async () => {
  const lines = Array.from({ length: 20 }, (_, index) => lineOf(index));
  await importLines(lines);
  const late = await makeCampaign(made.core, ann, { name: 'Later' });
  const { path } = await importLines([lineOf(99)]);
  expect(path).not.toBe('');
  const [run] = (await made.core.inbox.campaigns.runs(ann, late.id, page)).items;
  expect(run?.counts.matched).toBeGreaterThan(1);
  for (const { items } of [
    await made.core.inbox.campaigns.runs(ann, late.id, page),
    await made.core.inbox.campaigns.runs(ann, campaignId, page),
  ])
    for (const { counts } of items) {
      expect(counts.heard).toBeGreaterThanOrEqual(counts.matched);
      expect(counts.heard).toBeGreaterThanOrEqual(counts.new);
      expect(counts.heard).toBeGreaterThanOrEqual(counts.posts);
      expect(counts.matched).toBeGreaterThanOrEqual(counts.leads);
    }
});

test('shows an import without a date as such, and never as posted now', async () => {
  const { title, body } = makeItem(1, made.clock.now);
  await importLines([JSON.stringify({ Headline: title, Text: body, author: 'ann_1' })]);
  const { items } = await made.core.inbox.posts.list(ann, { limit: 5, sort: '-confidence' });
  expect(items).toMatchObject([{ title, createdAt: null }]);
  const post = await made.core.inbox.posts.get(ann, items[0]?.id ?? '');
  expect(post.points.find(({ name }) => name === 'recency')).toMatchObject({ message: 'Date unknown' });
  expect((await made.core.inbox.posts.list(ann, { limit: 5, sort: '-createdAt' })).items).toHaveLength(1);
});
