import type { ItemRow } from '#core/inbox/items/items.ts';
import type { ScoredCampaign } from './scored-campaign.ts';

/** Campaigns that monitor the stream of an item. */
export type SubscribedTo = (item: Pick<ItemRow, 'scope' | 'kind' | 'subreddit_key'>) => readonly ScoredCampaign[];

const maxStreams = 20_000;

/** Looks up once per stream, while the campaigns stay the same, which of them monitor it. */
export function createSubscribedCampaigns(): (campaigns: readonly ScoredCampaign[]) => SubscribedTo {
  let known: readonly ScoredCampaign[] = [];
  const byStream = new Map<string, readonly ScoredCampaign[]>();
  return (campaigns) => {
    const isSame = campaigns.length === known.length && campaigns.every((campaign, index) => campaign === known[index]);
    if (!isSame) byStream.clear();
    known = campaigns;
    return (item) => {
      const stream = `${item.kind} ${item.subreddit_key} ${item.scope}`;
      const cached = byStream.get(stream);
      if (cached) return cached;
      if (byStream.size >= maxStreams) byStream.clear();
      const subscribed = campaigns.filter((campaign) => campaign.takes(item));
      byStream.set(stream, subscribed);
      return subscribed;
    };
  };
}
