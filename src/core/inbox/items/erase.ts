import type { Trx } from '#core/platform/db/connect.ts';
import { chunked } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { forgetLearnedTerms } from '../learning/queries.ts';
import { forgetAnswers } from '#core/ai/queries.ts';
import {
  type Below,
  blankEvents,
  blankItems,
  blankLeads,
  blankPosts,
  blankTitles,
  listBelow,
  listCopies,
  listFullnames,
  listNamed,
} from './erase-queries.ts';
import { takeSequence } from './queries.ts';
import { listReaders } from '../posts/scored-queries.ts';
import { withoutTitle } from '#core/reddit/client/links.ts';
import { forgetTexts, indexTexts } from '#core/platform/db/text-search.ts';
import { logDeletion } from '#core/platform/deletion-log-queries.ts';

type Gone = NonNullable<FetchedItem['gone']>;

/** A lead keeps its stage and notes; its name goes with the Reddit account, or with the last post that has it. */
async function forgetPeople(trx: Trx, leadIds: readonly number[], always: ReadonlySet<number>): Promise<number> {
  const named = await listNamed(trx, leadIds);
  const nameless = leadIds.filter((id) => always.has(id) || !named.includes(id));
  await blankLeads(trx, nameless);
  return nameless.length;
}

/** Items deleted on Reddit, at most as many as one statement can take. */
export interface GoneItems {
  itemIds: readonly number[];
  fullnames: readonly string[];
  postIds: readonly number[];
}
/** Comments whose thread was deleted: its title is gone with it, and they stay. */
export interface ItemsBelow extends GoneItems {
  /** Fullnames of the threads. */
  threads: readonly string[];
  titles: readonly string[];
}
export interface EraseStep {
  /** The figure of the deletion report that it counts towards. */
  counts: 'answers' | 'timeline' | 'notices' | 'other';
  /** Blanks what was made from these items, and returns how many rows changed. Idempotent. */
  run: (trx: Trx, gone: GoneItems) => Promise<number>;
  /** Blanks what was made from the titles of these threads. Idempotent. */
  runBelow: (trx: Trx, below: ItemsBelow) => Promise<unknown>;
}

const forgetItemAnswers = (trx: Trx, { fullnames }: GoneItems) => forgetAnswers(trx, fullnames).then(() => 0);
const forgetTerms = (trx: Trx, { postIds }: GoneItems) => forgetLearnedTerms(trx, postIds).then(() => 0);

/** What this room stores of people's posts. Rooms above add their own steps; all run in one transaction. */
const ownSteps: readonly EraseStep[] = [
  { counts: 'other', run: (trx, { itemIds }) => forgetTexts(trx, itemIds).then(() => 0), runBelow: () => Promise.resolve() },
  { counts: 'other', run: forgetItemAnswers, runBelow: forgetItemAnswers },
  { counts: 'other', run: forgetTerms, runBelow: forgetTerms },
  { counts: 'timeline', run: (trx, { postIds }) => blankEvents(trx, postIds), runBelow: () => Promise.resolve() },
];

async function withCopies(trx: Trx, items: readonly { id: number; gone: Gone }[]): Promise<{ id: number; gone: Gone }[]> {
  const all = new Map(items.map(({ id, gone }) => [id, gone]));
  for (const chunk of chunked(items, 1)) {
    const reasons = new Map(chunk.map(({ id, gone }) => [id, gone]));
    for (const { id, originalId } of await listCopies(trx, [...reasons.keys()])) all.set(id, reasons.get(originalId) ?? 'deleted');
  }
  return [...all].map(([id, gone]) => ({ id, gone }));
}

async function forgetItems(trx: Trx, items: readonly { id: number; gone: Gone }[], now: number) {
  for (const [reason, same] of Map.groupBy(items, ({ gone }) => gone))
    await blankItems(
      trx,
      same.map(({ id }) => id),
      { reason, now },
    );
  return blankPosts(
    trx,
    items.map(({ id }) => id),
  );
}

/** Comments as they are stored without the title of their thread. */
function withoutThread({ permalink, ...item }: Below): Below {
  return { ...item, title: '', permalink: permalink && withoutTitle(permalink) };
}

const hasTitle = (item: Below): boolean => item.title !== '' || withoutThread(item).permalink !== item.permalink;

/** Erases the titles of threads that are gone from the comments that have them, and has these scored again without. */
async function eraseTitles(trx: Trx, steps: readonly EraseStep[], threads: readonly string[]): Promise<void> {
  for (const some of chunked(threads, 1)) {
    const titled = (await listBelow(trx, some)).filter(hasTitle);
    for (const below of chunked(titled, 5)) {
      let seq = await takeSequence(trx, below.length);
      const blanked = below.map((item) => ({ ...withoutThread(item), seq: (seq += 1) }));
      const itemIds = below.map(({ id }) => id);
      const postIds = await blankTitles(trx, blanked);
      const readers = await listReaders(trx, itemIds);
      const indexed = blanked.filter(({ id }) => readers.has(id));
      await indexTexts(
        trx,
        indexed.map(({ id, title, body, author }) => ({ itemId: id, title, body, author, userIds: readers.get(id) ?? [] })),
      );
      const titles = [...new Set(below.flatMap(({ title }) => (title === '' ? [] : [title])))];
      const fullnames = below.map(({ fullname }) => fullname);
      for (const { runBelow } of steps) await runBelow(trx, { itemIds, fullnames, postIds, threads: some, titles });
    }
  }
}

/** Erases the text and author of these items everywhere, and counts what was erased. */
export function createEraser(otherSteps: readonly EraseStep[]) {
  const steps = [...ownSteps, ...otherSteps];
  async function eraseItems(trx: Trx, items: readonly { id: number; gone: Gone }[], now: number): Promise<void> {
    for (const chunk of chunked(await withCopies(trx, items), 1)) {
      const itemIds = chunk.map(({ id }) => id);
      const fullnames = await listFullnames(trx, itemIds);
      const posts = await forgetItems(trx, chunk, now);
      const figures = { items: chunk.length, posts: posts.length, people: 0, answers: 0, timeline: 0, notices: 0, other: 0 };
      const gone = { itemIds, fullnames, postIds: posts.map(({ id }) => id) };
      for (const { counts, run } of steps) figures[counts] += await run(trx, gone);
      const accounts = new Set(chunk.flatMap(({ id, gone: reason }) => (reason === 'account' ? [id] : [])));
      const leads = posts.flatMap(({ lead_id, item_id }) => (lead_id === null ? [] : [{ lead_id, account: accounts.has(item_id) }]));
      const always = new Set(leads.flatMap(({ lead_id, account }) => (account ? [lead_id] : [])));
      figures.people = await forgetPeople(trx, [...new Set(leads.map(({ lead_id }) => lead_id))], always);
      await logDeletion(trx, { at: now, cause: 'gone', ...figures });
      await eraseTitles(trx, steps, fullnames);
    }
  }
  return { eraseItems, eraseTitles: (trx: Trx, threads: readonly string[]) => eraseTitles(trx, steps, threads) };
}
export type EraseItems = ReturnType<typeof createEraser>['eraseItems'];
