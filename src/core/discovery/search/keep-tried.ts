import { fetchedKindOf } from '#shared/sources.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { type CampaignRow, fieldsOf } from '#core/inbox/campaigns/rows.ts';
import { scopeOf, streamsOf } from '#core/inbox/campaigns/streams.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { isOnReddit, type Stream, streamKey } from '#core/reddit/stream.ts';
import type { ScorerResult } from '#core/scoring/scorer.ts';
import type { KeptFrom } from '../pass/keep-search-result.ts';
import type { Trials } from '../preview/trial.ts';
import type { ScoreItems } from './preview.ts';

type Verdict = 'right' | 'wrong';

export interface KeepTriedDeps {
  /** Saves the item as a post of the campaign. Idempotent. */
  keepItem: (
    row: CampaignRow,
    found: { item: FetchedItem; result: ScorerResult },
    from?: KeptFrom,
  ) => Promise<{ postId: string; created: boolean }>;
  scorerFor: (row: CampaignRow) => Promise<ScoreItems>;
  /** What the user's last trials read. */
  recall: Trials['recall'];
  rate: (actor: Actor, postId: string, feedback: { verdict: Verdict }) => Promise<unknown>;
  getKeeping: (actor: Actor, campaignId: string) => Promise<CampaignRow>;
}

/** Null for what no stream of the campaign brings. */
function fromOf(row: CampaignRow, stream: Stream, isWanted: boolean): KeptFrom | null {
  if (!streamsOf(fieldsOf(row)).some((own) => streamKey(own) === streamKey(stream))) return null;
  return { scope: scopeOf(stream), source: isOnReddit(stream) ? 'search' : fetchedKindOf(stream.kind).of.source, isWanted };
}

async function stillThere(keep: () => Promise<void>): Promise<boolean> {
  try {
    await keep();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}

/** Stores conversations of a trial as posts of a campaign, which then has them at once, each with its feedback. */
export function createKeepTried({ keepItem, scorerFor, recall, rate, getKeeping }: KeepTriedDeps) {
  return async (
    actor: Actor,
    campaignId: string,
    items: readonly { fullname: string; verdict?: Verdict | undefined }[],
  ): Promise<{ kept: number; missing: string[] }> => {
    const row = await getKeeping(actor, campaignId);
    const missing = new Set(items.map(({ fullname }) => fullname));
    const recalled = recall(userIdOf(actor), missing);
    const found = items.flatMap(({ fullname, verdict }) => {
      const one = recalled.get(fullname);
      const from = one && fromOf(row, one.stream, verdict === 'right');
      return one && from ? [{ item: one.item, from, verdict }] : [];
    });
    const results = await (await scorerFor(row))(found.map(({ item }) => item));
    for (const [at, { item, from, verdict }] of found.entries()) {
      const result = results[at];
      if (!result?.assessment) continue;
      const isKept = await stillThere(async () => {
        const { postId } = await keepItem(row, { item, result }, from);
        if (verdict) await rate(actor, postId, { verdict });
      });
      if (isKept) missing.delete(item.fullname);
    }
    return { kept: items.length - missing.size, missing: [...missing] };
  };
}
