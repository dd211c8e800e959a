import type { CampaignInput } from '#shared/campaigns.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import type { FactNode, RuleNode, PhraseNode } from '#core/scoring/rules/tree.ts';
import { hackerNewsName } from '#shared/origin.ts';
import { isOnReddit, type Stream } from '#core/reddit/stream.ts';

type MonitoredFields = Pick<CampaignInput, 'subreddits' | 'includeComments' | 'searchEverywhere' | 'rules' | 'painPoints'> &
  Partial<Pick<CampaignInput, 'hackerNews' | 'feeds'>>;

const maxQueries = 10;
/** Reddit rejects longer search queries. */
const maxQueryLength = 512;

function leafQuery(leaf: PhraseNode | FactNode): string | null {
  if (leaf.kind === 'fact') return leaf.field === 'lang' || leaf.field === 'type' ? null : `${leaf.field}:${leaf.value.trim()}`;
  const words = leaf.words.trim();
  const quoted = leaf.exact || words.includes(' ') ? `"${words}"` : words;
  if (leaf.field === null) return quoted;
  return `${leaf.field === 'body' ? 'selftext' : leaf.field}:${quoted}`;
}

/** Translates a rule into Reddit's search syntax; null when nothing in it can be expressed. */
function queryOf(node: RuleNode): string | null {
  if (node.kind === 'words' || node.kind === 'fact') return leafQuery(node);
  if (node.kind === 'not') {
    const inner = queryOf(node.node);
    return inner === null ? null : `NOT ${inner}`;
  }
  const parts = node.nodes.flatMap((child) => queryOf(child) ?? []);
  if (parts.length < 2) return parts[0] ?? null;
  return `(${parts.join(node.kind === 'and' ? ' AND ' : ' OR ')})`;
}

function listQueries({ rules, painPoints }: MonitoredFields): string[] {
  const fromRules = rules.flatMap(({ text }) => {
    const parsed = parseRule(text);
    return parsed.ok ? (queryOf(parsed.tree) ?? []) : [];
  });
  const queries = fromRules.length > 0 ? fromRules : painPoints;
  return [...new Set(queries)].filter((query) => query.length <= maxQueryLength).slice(0, maxQueries);
}

/** Every stream that a campaign monitors. */
export function streamsOf(campaign: MonitoredFields): Stream[] {
  const names = [...new Map(campaign.subreddits.map((name) => [name.toLowerCase(), name])).values()];
  return [
    ...names.map((name) => ({ kind: 'posts' as const, name })),
    ...(campaign.includeComments ? names.map((name) => ({ kind: 'comments' as const, name })) : []),
    ...(campaign.searchEverywhere ? listQueries(campaign).map((name) => ({ kind: 'search' as const, name })) : []),
    ...(campaign.hackerNews ? [{ kind: 'hackernews' as const, name: hackerNewsName }] : []),
    ...(campaign.feeds ?? []).map((name) => ({ kind: 'feed' as const, name })),
  ];
}

/** Scope of a stream's items: `''` for Reddit. A feed's items are only visible to users who monitor its URL. */
export function scopeOf(stream: Stream): string {
  if (isOnReddit(stream)) return '';
  return stream.kind === 'feed' ? `feed:${stream.name}` : stream.kind;
}

/** Fetched by a source, not imported by a user. */
export const isFetchedScope = (scope: string): boolean => scope === '' || scope === 'hackernews' || scope.startsWith('feed:');

/** Scopes of the items that a campaign monitors outside Reddit. */
export const otherScopesOf = ({ hackerNews, feeds }: Pick<CampaignInput, 'hackerNews' | 'feeds'>): string[] => [
  ...(hackerNews ? ['hackernews'] : []),
  ...feeds.map((url) => `feed:${url}`),
];
