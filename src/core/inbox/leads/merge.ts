import { communityLabel } from '#shared/labels.ts';
import { chunked, type Trx } from '#core/platform/db/connect.ts';
import { exactConfidence } from '#core/scoring/confidence.ts';
import { takeTurns } from '#core/accounts/workspaces/queries.ts';
import { leadLimitReached, takeLeads } from '#core/accounts/plans/limits.ts';
import { listKnown, personOf } from './person-queries.ts';
import { addEvents, type NewEvent } from './event-queries.ts';
import {
  attachPosts,
  type Candidate,
  insertLeads,
  keyOf,
  type LeadKey,
  type LeadPost,
  type LeadSummary,
  listCandidates,
  listLeadKeys,
  listLeadPosts,
  saveSummaries,
  setStatuses,
} from './merge-queries.ts';

export interface MergedLead {
  id: number;
  campaignId: number;
  username: string;
}

/** `withhold`: leads beyond the plan's limit stay in Posts. `refuse`: throws `forbidden`, for leads a user asked for. */
type WhenFull = 'withhold' | 'refuse';

/**
 * Selects who becomes a lead: best first, up to what is left of their users' monthly plan limits. Samples don't count, and a person
 * counts once, however many campaigns find them.
 */
async function admit(
  trx: Trx,
  { starters, isCounted }: { starters: readonly Candidate[]; isCounted: (row: Candidate) => boolean },
  { now, whenFull }: { now: number; whenFull: WhenFull },
): Promise<{ admitted: Candidate[]; withheld: Candidate[] }> {
  const admitted = starters.filter((row) => !isCounted(row));
  const withheld: Candidate[] = [];
  const byUser = Map.groupBy(starters.filter(isCounted), ({ user_id }) => user_id);
  const reserved = await takeLeads(trx, new Map([...byUser].map(([userId, own]) => [userId, own.length])), now);
  for (const [userId, own] of byUser) {
    const ranked = own.toSorted((a, b) => b.static_points - a.static_points);
    const taken = reserved.get(userId) ?? 0;
    if (taken < ranked.length && whenFull === 'refuse') throw leadLimitReached();
    admitted.push(...ranked.slice(0, taken));
    withheld.push(...ranked.slice(taken));
  }
  return { admitted, withheld };
}

const cut = (title: string): string => (title.length > 160 ? `${title.slice(0, 159).toWellFormed()}…` : title);

interface Started {
  row: Candidate;
  /** Whose turn it was. */
  assignee: string | null;
}

/** By person, who of their workspace gets them, where leads are assigned in turn. */
async function giveTurns(trx: Trx, rows: readonly Candidate[]): Promise<Map<string, { id: number; username: string }>> {
  const given = new Map<string, { id: number; username: string }>();
  for (const [workspaceId, own] of Map.groupBy(rows, ({ user_id }) => user_id)) {
    const people = [...new Set(own.map(personOf))];
    const turns = await takeTurns(trx, workspaceId, people.length);
    for (const [index, turn] of turns.entries()) given.set(people[index] ?? '', turn);
  }
  return given;
}

/** Creates leads, up to the plan limits, for authors with a qualifying post who aren't leads yet. */
async function startLeads(
  trx: Trx,
  { candidates, before }: { candidates: readonly Candidate[]; before: ReadonlyMap<string, LeadKey> },
  options: { now: number; whenFull: WhenFull },
): Promise<Map<string, Started>> {
  const leading = candidates.filter((row) => row.status === 'lead' && row.open === 1 && !before.has(keyOf(row)));
  const starters = new Map(leading.map((row) => [keyOf(row), row]));
  const best = [...starters.values()].toSorted((a, b) => b.static_points - a.static_points || a.id - b.id);
  const known = await listKnown(trx, best);
  const isListed = (row: Candidate): boolean => known.get(personOf(row))?.active === 1;
  // Of a person whom several campaigns find at once, the best counts and is announced.
  const firsts = new Set(new Map(best.toReversed().map((row) => [personOf(row), keyOf(row)])).values());
  const isFirst = (row: Candidate): boolean => firsts.has(keyOf(row)) && !isListed(row);
  const selected = await admit(trx, { starters: best, isCounted: (row) => row.sample === 0 && isFirst(row) }, options);
  const full = new Set(selected.withheld.map(personOf));
  const admitted = selected.admitted.filter((row) => !full.has(personOf(row)));
  const left = new Set(best.filter((row) => full.has(personOf(row))).map(keyOf));
  const withheldPosts = leading.filter((row) => left.has(keyOf(row)));
  await setStatuses(
    trx,
    withheldPosts.map(({ id }) => id),
    'new',
  );
  const turns = await giveTurns(
    trx,
    admitted.filter((row) => row.sample === 0 && !known.has(personOf(row))),
  );
  await insertLeads(
    trx,
    admitted.map((row) => ({
      row,
      known: known.get(personOf(row)) ?? null,
      isAnnounced: isFirst(row),
      assigneeId: turns.get(personOf(row))?.id ?? null,
    })),
    options.now,
  );
  return new Map(admitted.map((row) => [keyOf(row), { row, assignee: turns.get(personOf(row))?.username ?? null }]));
}

/**
 * Updates leads after these posts were scored or changed: one lead per campaign and author with a post of status `lead`. Returns
 * the new leads.
 */
export const mergeLeads = (trx: Trx, postIds: readonly number[], now: number): Promise<MergedLead[]> =>
  merge(trx, postIds, { now, whenFull: 'withhold' });

/** The same for leads that a user asked for. Throws `forbidden` beyond their plan's limit. */
export const mergeAskedLeads = (trx: Trx, postIds: readonly number[], now: number): Promise<MergedLead[]> =>
  merge(trx, postIds, { now, whenFull: 'refuse' });

async function merge(trx: Trx, postIds: readonly number[], options: { now: number; whenFull: WhenFull }): Promise<MergedLead[]> {
  const { now } = options;
  const candidates = await listCandidates(trx, postIds);
  const before = await listLeadKeys(trx, candidates);
  const starters = await startLeads(trx, { candidates, before }, options);
  const leads = starters.size > 0 ? await listLeadKeys(trx, candidates) : before;
  const attached = await attachPosts(trx, [...leads.values()]);
  const created = [...starters].flatMap(([key, { row, assignee }]) => {
    const lead = leads.get(key);
    return lead ? [{ id: lead.id, campaignId: row.campaign_id, username: row.author, postId: row.id, assignee }] : [];
  });
  const events: NewEvent[] = [
    ...attached.map(({ id, title, subreddit, leadId }) => ({
      leadId,
      kind: 'heard' as const,
      text: `${communityLabel(subreddit)}: ${cut(title)}`,
      postId: id,
    })),
    ...created.map(({ id, postId }) => ({ leadId: id, kind: 'lead' as const, text: 'Became a lead', postId })),
    ...created.flatMap(({ id, assignee }) =>
      assignee === null ? [] : [{ leadId: id, kind: 'assignee' as const, text: `Assigned to ${assignee}`, postId: null }],
    ),
  ];
  await addEvents(trx, events, now);
  await refreshLeads(
    trx,
    [...leads.values()].map(({ id }) => id),
    now,
  );
  return created.map(({ id, campaignId, username }) => ({ id, campaignId, username }));
}

const strength = (post: LeadPost, now: number): number =>
  exactConfidence({ staticPoints: post.static_points, recencyPoints: post.recency_points, cap: post.cap }, post.created_at, now);

function summarize(id: number, posts: readonly LeadPost[], now: number): LeadSummary {
  const leading = posts.filter((post) => post.status === 'lead' && post.open === 1 && post.author_key !== null);
  const shown = leading.length > 0 ? leading : posts;
  const best = shown.reduce((a, b) => (strength(b, now) > strength(a, now) ? b : a));
  const seen = shown.map((post) => post.seen_at);
  return {
    id,
    active: leading.length > 0 || best.stage !== 'new' ? 1 : 0,
    static_points: best.static_points,
    recency_points: best.recency_points,
    cap: best.cap,
    basis_at: best.created_at,
    seen_at: seen.includes(null) ? null : Math.max(...seen.map(Number)),
  };
}

/** Recomputes score, activity, and seen flag of leads from their posts. */
export async function refreshLeads(trx: Trx, leadIds: readonly number[], now: number): Promise<void> {
  for (const ids of chunked(leadIds, 8)) {
    const byLead = Map.groupBy(await listLeadPosts(trx, ids), (post) => post.lead_id);
    await saveSummaries(
      trx,
      [...byLead].map(([id, own]) => summarize(id, own, now)),
    );
  }
}
