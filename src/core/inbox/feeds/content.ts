import { createHash } from 'node:crypto';
import { authorLabel, communityLabel } from '#shared/labels.ts';
import type { Lead } from '#shared/leads.ts';

export interface FeedEntry {
  id: string;
  title: string;
  /** As shown; empty once the account is deleted. */
  author: string;
  /** URL of the original; null if there is no web address. */
  url: string | null;
  summary: string;
  /** ISO 8601. */
  publishedAt: string;
}
export interface FeedContent {
  id: string;
  title: string;
  entries: FeedEntry[];
}

const isWeb = (address: string | null | undefined): address is string => /^https?:\/\//i.test(address ?? '');

function entryOf(lead: Lead): FeedEntry {
  const [best] = lead.posts;
  return {
    id: `urn:earshot:lead:${lead.id}`,
    title: `${lead.confidence} · ${best?.title || authorLabel(lead.redditUsername)}`,
    author: lead.redditUsername === '' ? '' : authorLabel(lead.redditUsername),
    url: isWeb(best?.permalink) ? best.permalink : null,
    summary: best ? `${best.reason} (${communityLabel(best.subreddit)})` : '',
    publishedAt: lead.firstSeenAt,
  };
}

/** Content of a campaign's lead feed in either format, in the order given. */
export const contentOf = ({ id, name, leads }: { id: string; name: string; leads: readonly Lead[] }): FeedContent => ({
  id: `urn:earshot:campaign:${id}`,
  title: `${name}: leads`,
  entries: leads.map(entryOf),
});

export const contentHash = (content: FeedContent): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 27);
