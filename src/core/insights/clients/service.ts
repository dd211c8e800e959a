import type { ClientLead, ClientPost, ClientReport, ClientReportQuery } from '#shared/clients.ts';
import { maxCounted, type Page } from '#shared/common.ts';
import { authorLabel, communityLabel } from '#shared/labels.ts';
import { originOf } from '#shared/origin.ts';
import type { Evidence } from '#shared/scoring.ts';
import { type Actor, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import { totalOf } from '#core/platform/db/many-rows.ts';
import { AppError } from '#core/platform/errors.ts';
import { writtenAt } from '#core/platform/item.ts';
import { type Below, type NewestQuery, pageNewest } from '#core/platform/paging/cursor.ts';
import { confidenceAt } from '#core/scoring/confidence.ts';
import { zoneFor } from '../analytics/range.ts';
import { isWeb, readReport, type ReportDeps } from '../reports/content.ts';
import { listReports } from '../reports/queries.ts';
import { countShown, findShown, listPosted, listShown, listShownPosts } from './queries.ts';

type ShownPost = Awaited<ReturnType<typeof listShownPosts>>[number];
type Shown = Awaited<ReturnType<typeof listShown>>[number];

const scoreAt = (row: Pick<Shown, 'static_points' | 'recency_points' | 'cap'>, basis: number, now: number): number =>
  confidenceAt({ staticPoints: row.static_points, recencyPoints: row.recency_points, cap: row.cap }, basis, now);

const postOf = (row: ShownPost, now: number): ClientPost => ({
  id: String(row.id),
  title: row.title,
  text: row.body,
  permalink: isWeb(row.permalink) ? row.permalink : null,
  confidence: scoreAt(row, row.created_at, now),
  origin: originOf(row.fullname),
  community: communityLabel(row.subreddit),
  kind: row.kind,
  createdAt: writtenAt(row.created_at),
  reason: row.reason,
  evidence: JSON.parse(row.evidence) as Evidence[],
});

type Deps = ReportDeps & { now: Now };

/** Throws `not_found` for a campaign of which no report is shared. */
const createReport = ({ readDb, readAnalytics, now }: Deps) =>
  async function (actor: Actor, { from, to, campaignId, zone }: ClientReportQuery, signal?: AbortSignal): Promise<ClientReport> {
    const userId = workspaceOf(actor);
    const shared = await listReports(readDb, userId, now());
    const wanted = campaignId === undefined ? null : Number(campaignId);
    // Its newest link says which products are compared.
    const link = shared.find(({ campaign_id }) => campaign_id === wanted);
    if (wanted !== null && link === undefined) throw new AppError('not_found', 'Campaign not found');
    const { report } = await readReport(
      { readDb, readAnalytics },
      {
        user_id: userId,
        campaign_id: wanted,
        campaign: link?.campaign ?? null,
        from_day: from,
        to_day: to,
        zone: (await zoneFor(readDb, userIdOf(actor), zone)).name,
        competitor_ids: link?.competitor_ids ?? '[]',
      },
      signal,
    );
    const names = new Map(shared.map(({ campaign_id, campaign }) => [campaign_id, campaign]));
    const campaigns = [...names].flatMap(([id, name]) => (id === null || name === null ? [] : [{ id: String(id), name }]));
    return { report, campaigns: campaigns.toSorted((one, other) => one.name.localeCompare(other.name)) };
  };

/** What members with the role client see: the report, and leads that a colleague chose. Of a lead, nothing that isn't listed here. */
export function createForClients(deps: Deps) {
  const { readDb, now } = deps;
  async function present(workspaceId: number, rows: readonly Shown[]): Promise<ClientLead[]> {
    const at = now();
    const posts = await listShownPosts(
      readDb,
      rows.map(({ id }) => id),
    );
    const posted = await listPosted(
      readDb,
      workspaceId,
      posts.map(({ id }) => id),
    );
    const [byLead, byPost] = [Map.groupBy(posts, ({ lead_id }) => lead_id), Map.groupBy(posted, ({ post_id }) => post_id)];
    return rows.map((row) => {
      const own = byLead.get(row.id) ?? [];
      return {
        id: String(row.id),
        author: row.reddit_username === '' ? '' : authorLabel(row.reddit_username),
        confidence: scoreAt(row, row.basis_at, at),
        stage: row.stage,
        firstSeenAt: isoTime(row.first_seen_at),
        posts: own.map((post) => postOf(post, at)),
        replies: own
          .flatMap(({ id }) => byPost.get(id) ?? [])
          .toSorted((one, other) => (one.sent_at ?? 0) - (other.sent_at ?? 0))
          .map(({ text, subreddit, permalink, sent_at }) => ({
            text,
            community: communityLabel(subreddit),
            permalink: isWeb(permalink) ? permalink : null,
            sentAt: isoTime(sent_at),
          })),
      };
    });
  }

  return {
    report: createReport(deps),

    async leads(actor: Actor, query: NewestQuery): Promise<Page<ClientLead>> {
      const workspaceId = workspaceOf(actor);
      const read = (below: Below) => listShown(readDb, workspaceId, below);
      const { items, nextCursor } = await pageNewest({ list: 'clients', ...query }, read, (row) => row);
      const shown = { shown: items.length, hasMore: nextCursor !== null, isFirst: query.cursor === undefined };
      return {
        items: await present(workspaceId, items),
        nextCursor,
        total: await totalOf(shown, maxCounted, (limit) => countShown(readDb, workspaceId, limit)),
      };
    },

    /** Throws `not_found` for a lead that isn't shown to clients. */
    async lead(actor: Actor, id: string): Promise<ClientLead> {
      const workspaceId = workspaceOf(actor);
      const row = await findShown(readDb, workspaceId, id);
      const [lead] = row ? await present(workspaceId, [row]) : [];
      if (!lead) throw new AppError('not_found', 'Lead not found');
      return lead;
    },
  };
}
