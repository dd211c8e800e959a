import type { FetchedItem } from '#core/platform/item.ts';
import type { Brief } from './brief.ts';
import { budgetWorth } from './buying.ts';
import type { Features } from './features.ts';
import type { Profile } from './profile.ts';
import { nameOf } from './subreddit.ts';

const namedWorth = 0.7;
/** Hundreds of votes go to stories, news, and discussions; a question rarely gets more than these. */
const votes = { from: 80, to: 800 };
const popularWorth = 0.4;

interface TextSigns {
  brief: Pick<Brief, 'leadOdds' | 'share'> | null;
  features: Pick<Features, 'outOfRange'>;
}

/**
 * What a post's subreddit, its votes, and its budget say, on the scale of the match: more in a subreddit that is named for the
 * offering than in the others that the campaign monitors, less for a popular post, or for a budget far below the prices,
 * however clear the need is. 0 for comments, whose votes and threads say neither. The odds of a title alone contain its
 * subreddit and budget already.
 */
export function contextOf(profile: Profile, item: FetchedItem, { brief, features }: TextSigns): number {
  if (item.kind === 'comment') return 0;
  const known = brief && brief.leadOdds !== null ? brief.share : 0;
  const count = Math.min(votes.to, Math.max(votes.from, item.score ?? 0));
  const unread = namedWorth * namedOf(profile, item.subreddit) + Math.log(budgetWorth(features));
  return (1 - known) * unread - popularWorth * Math.log(count / votes.from);
}

/** Cached, because it is the same for all items. */
const means = new WeakMap<Profile, number>();

function namedOf(profile: Profile, subreddit: string): number {
  const { subreddits } = profile.campaign;
  if (subreddits.length === 0) return 0;
  const mean = means.get(profile) ?? subreddits.reduce((sum, name) => sum + nameOf(profile, name), 0) / subreddits.length;
  means.set(profile, mean);
  return nameOf(profile, subreddit) - mean;
}
