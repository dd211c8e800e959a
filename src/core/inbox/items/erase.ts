import type { Trx } from '#core/platform/db/connect.ts';
import { chunked } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { forgetLearnedTerms } from '../learning/mark-queries.ts';
import { forgetAnswers } from '#core/ai/score/reuse-queries.ts';
import { blankEvents, blankItems, blankLeads, blankPosts, listCopies, listFullnames, listNamed } from './erase-queries.ts';
import { forgetTexts } from '#core/platform/db/text-search.ts';
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
export interface EraseStep {
  /** The figure of the deletion report that it counts towards. */
  counts: 'answers' | 'timeline' | 'notices' | 'other';
  /** Blanks what was made from these items, and returns how many rows changed. Idempotent. */
  run: (trx: Trx, gone: GoneItems) => Promise<number>;
}

/** What this room stores of people's posts. Rooms above add their own steps; all run in one transaction. */
const ownSteps: readonly EraseStep[] = [
  { counts: 'other', run: (trx, { itemIds }) => forgetTexts(trx, itemIds).then(() => 0) },
  { counts: 'other', run: (trx, { fullnames }) => forgetAnswers(trx, fullnames).then(() => 0) },
  { counts: 'other', run: (trx, { postIds }) => forgetLearnedTerms(trx, postIds).then(() => 0) },
  { counts: 'timeline', run: (trx, { postIds }) => blankEvents(trx, postIds) },
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

/** Erases the text and author of these items everywhere, and counts what was erased. */
export function createEraser(otherSteps: readonly EraseStep[]) {
  const steps = [...ownSteps, ...otherSteps];
  return async function eraseItems(trx: Trx, items: readonly { id: number; gone: Gone }[], now: number): Promise<void> {
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
    }
  };
}
export type EraseItems = ReturnType<typeof createEraser>;
