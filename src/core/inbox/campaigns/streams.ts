import type { CampaignInput } from '#shared/campaigns.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import type { FactNode, RuleNode, PhraseNode } from '#core/scoring/rules/tree.ts';
import { type CampaignStreamKind, fetchedKindOf, fetchedKinds, streamKindOf, streamKinds } from '#shared/sources.ts';
import type { CampaignStream } from '#shared/streams.ts';
import { isOnReddit, nameKeyOf, type Stream, streamKey } from '#core/reddit/stream.ts';

type MonitoredFields = Pick<CampaignInput, 'streams' | 'rules' | 'painPoints'>;

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

const kindsOf = ({ kind }: CampaignStreamKind) => fetchedKinds.filter(({ of }) => of.kind === kind).map((fetched) => fetched.kind);

/** What is fetched for a campaign: each stream once, a subreddit's comments as a stream of their own, a search as its queries. */
export function streamsOf(campaign: MonitoredFields): Stream[] {
  const fetched = streamKinds.flatMap((of) => {
    const own = campaign.streams.filter(({ kind }) => kind === of.kind);
    return kindsOf(of).flatMap((kind): Stream[] => {
      if (of.isSearch) return own.length > 0 ? listQueries(campaign).map((name) => ({ kind, name })) : [];
      return own.filter(({ comments }) => !fetchedKindOf(kind).isComments || comments !== false).map(({ name }) => ({ kind, name }));
    });
  });
  return [...new Map(fetched.map((stream) => [streamKey(stream), stream])).values()];
}

/** Of items from Reddit, which all users share. */
const redditScope = '';
/** Of items that a user imported, followed by an id. */
const importScopes = ['user:', 'campaign:'];

/** Scope of a stream's items. Those of a named stream outside Reddit are only visible to users who monitor it: an address may be secret. */
export function scopeOf(stream: Stream): string {
  if (isOnReddit(stream)) return redditScope;
  const { of } = fetchedKindOf(stream.kind);
  return of.only === undefined ? `${of.kind}:${nameKeyOf(stream)}` : of.kind;
}

/** Fetched by a source, not imported by a user. */
export const isFetchedScope = (scope: string): boolean => !importScopes.some((start) => scope.startsWith(start));

/** Scopes of the items that a campaign monitors outside Reddit. */
export const otherScopesOf = (streams: readonly CampaignStream[]): string[] =>
  streamsOf({ streams: streams.filter(({ kind }) => streamKindOf(kind).source !== 'reddit'), rules: [], painPoints: [] }).map(scopeOf);
