import { fetchedKindOf } from '#shared/sources.ts';
import { listCampaignRows, listMonitoring } from '#core/inbox/campaigns/queries.ts';
import { fieldsOf, scoringOf } from '#core/inbox/campaigns/rows.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { inSlices } from '#core/platform/slices.ts';
import { openLanguageOf } from '#core/scoring/match/item-language.ts';
import { type MatcherLimits, matcherSteps } from '#core/scoring/match/matcher.ts';
import type { RuleMatches } from '#core/sources/source.ts';

type Matches = (item: FetchedItem) => boolean;

/** Compiles the rules of the active campaigns that monitor a live stream, once per change. */
export function createRuleMatches(db: Db, limits?: MatcherLimits): RuleMatches {
  const kept = new Map<string, { versions: string; matches: Matches | null }>();

  async function compile(ids: readonly number[]): Promise<Matches | null> {
    const campaigns = (await listCampaignRows(db, ids)).map((row) => scoringOf(String(row.id), fieldsOf(row)));
    const matcher = await inSlices(matcherSteps(campaigns, { languageOf: await openLanguageOf(campaigns), limits }));
    return matcher.ruleless.size === campaigns.length ? null : (item) => matcher.match(item).length > 0;
  }

  return async ({ kind: fetched }) => {
    const { kind } = fetchedKindOf(fetched).of;
    const monitoring = await listMonitoring(db, kind);
    const versions = JSON.stringify(monitoring);
    const before = kept.get(kind);
    if (before?.versions === versions) return before.matches;
    const matches = await compile(monitoring.map(({ id }) => id));
    kept.set(kind, { versions, matches });
    return matches;
  };
}
