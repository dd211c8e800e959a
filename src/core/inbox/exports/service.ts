import { setImmediate as yieldToOthers, setTimeout as pause } from 'node:timers/promises';
import type { Page } from '#shared/common.ts';
import type { ExportForm, PostFilter } from '#shared/exports.ts';
import type { Lead, LeadFilter, LeadListQuery } from '#shared/leads.ts';
import type { Post, PostListQuery } from '#shared/posts.ts';
import type { Actor } from '#core/platform/actor.ts';
import type { WriteAudit } from '#core/platform/audit/entry.ts';
import type { Now } from '#core/platform/clock.ts';
import { csvLines, type Cell } from './csv.ts';

interface Columns<T> {
  head: readonly string[];
  row: (item: T) => Cell[];
}

/** One row per person, with their best post or comment. */
const leadCells: Columns<Lead> = {
  head: [
    'id',
    'campaignId',
    'redditUsername',
    'confidence',
    'stage',
    'tags',
    'value',
    'notes',
    'firstSeenAt',
    'lastActivityAt',
    'subreddit',
    'post',
    'reason',
    'permalink',
    'campaigns',
    'assignee',
    'shownToClients',
  ],
  row: (lead) => {
    const [best] = lead.posts;
    return [
      lead.id,
      lead.campaignId,
      lead.redditUsername,
      lead.confidence,
      lead.stage,
      lead.tags.join(', '),
      lead.value,
      lead.notes,
      lead.firstSeenAt,
      lead.lastActivityAt,
      best?.subreddit ?? '',
      best?.title ?? '',
      best?.reason ?? '',
      best?.permalink ?? '',
      lead.campaigns.map(({ name }) => name).join(', '),
      lead.assignee?.username ?? '',
      lead.shownToClients ? 'yes' : '',
    ];
  },
};

const postCells: Columns<Post> = {
  head: [
    'id',
    'campaignId',
    'kind',
    'subreddit',
    'author',
    'title',
    'body',
    'confidence',
    'reason',
    'matchedRules',
    'status',
    'createdAt',
    'discoveredAt',
    'permalink',
    'fullname',
    'url',
    'score',
    'numComments',
  ],
  row: (post) => [
    post.id,
    post.campaignId,
    post.kind,
    post.subreddit,
    post.author,
    post.title,
    post.body,
    post.confidence,
    post.reason,
    post.matchedRules.join(' | '),
    post.status,
    post.createdAt,
    post.discoveredAt,
    post.permalink,
    post.fullname,
    post.url,
    post.score,
    post.numComments,
  ],
};

interface Deps {
  listLeads: (actor: Actor, query: LeadListQuery) => Promise<Page<Lead>>;
  listPosts: (actor: Actor, query: PostListQuery) => Promise<Page<Post>>;
  getCampaignName: (actor: Actor, id: string) => Promise<string>;
  now: Now;
  writeAudit: WriteAudit;
}
type ReadPage<T> = (cursor?: string) => Promise<Page<T>>;

interface ExportFile {
  /** May contain any character, because it includes the campaign's name. */
  name: string;
  /** Produced a few rows at a time, so that only one page is in memory. */
  text: AsyncIterable<string>;
}

/** Every page sorts all remaining rows, so pages ten times as large need a tenth of the sorts. */
const pageSize = 1000;
/** After each page, an export pauses for as long as reading it took, so that others' requests get at least half of the machine. */
const maxPauseMs = 100;
/** Formatted without a pause: few enough that requests between them don't wait. */
const batchSize = 100;

async function* batchesFrom<T>(first: Page<T>, readPage: ReadPage<T>): AsyncGenerator<T[]> {
  for (let page = first; ;) {
    let from = 0;
    do {
      await yieldToOthers();
      yield page.items.slice(from, from + batchSize);
      from += batchSize;
    } while (from < page.items.length);
    if (page.nextCursor === null) return;
    const began = performance.now();
    page = await readPage(page.nextCursor);
    await pause(Math.min(performance.now() - began, maxPauseMs));
  }
}

async function* asCsv<T>(batches: AsyncIterable<T[]>, { head, row }: Columns<T>): AsyncGenerator<string> {
  yield csvLines([head]);
  for await (const items of batches) yield csvLines(items.map(row));
}
async function* asJsonl<T>(batches: AsyncIterable<T[]>): AsyncGenerator<string> {
  for await (const items of batches) yield items.map((item) => `${JSON.stringify(item)}\n`).join('');
}
async function* asJson<T>(batches: AsyncIterable<T[]>): AsyncGenerator<string> {
  let lead = '[\n';
  for await (const items of batches) {
    if (items.length === 0) continue;
    yield lead + items.map((item) => JSON.stringify(item)).join(',\n');
    lead = ',\n';
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n';
}

/** Reads the first page before sending anything, so that an error can still be a proper response. */
async function start<T>(readPage: ReadPage<T>, form: ExportForm, columns: Columns<T>): Promise<AsyncIterable<string>> {
  const batches = batchesFrom(await readPage(), readPage);
  return { csv: () => asCsv(batches, columns), json: () => asJson(batches), jsonl: () => asJsonl(batches) }[form]();
}

const pageOf = <F>(filter: F, cursor: string | undefined) => ({ ...filter, limit: pageSize, ...(cursor === undefined ? {} : { cursor }) });

/** Exports leads and posts as files, with the order and filters of their lists. */
export function createExports({ listLeads, listPosts, getCampaignName, now, writeAudit }: Deps) {
  async function nameOf(actor: Actor, noun: string, { campaignId, form }: { campaignId: string | undefined; form: ExportForm }) {
    const day = new Date(now()).toISOString().slice(0, 10);
    const campaign = campaignId === undefined ? [] : [await getCampaignName(actor, campaignId)];
    const target = campaignId === undefined ? null : `campaign:${campaignId}`;
    await writeAudit(actor, { action: 'data-exported', target, details: { what: noun, form } });
    return `${['Earshot', noun, ...campaign, day].join(' ')}.${form}`;
  }
  return {
    async leads(actor: Actor, filter: LeadFilter, form: ExportForm): Promise<ExportFile> {
      const text = await start((cursor) => listLeads(actor, pageOf(filter, cursor)), form, leadCells);
      return { name: await nameOf(actor, 'leads', { campaignId: filter.campaignId, form }), text };
    },
    async posts(actor: Actor, filter: PostFilter, form: ExportForm): Promise<ExportFile> {
      const text = await start((cursor) => listPosts(actor, pageOf(filter, cursor)), form, postCells);
      return { name: await nameOf(actor, 'posts', { campaignId: filter.campaignId, form }), text };
    },
  };
}
