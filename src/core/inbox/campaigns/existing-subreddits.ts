import type { Proposal } from '#shared/campaigns.ts';
import type { Subreddit } from '#shared/subreddits.ts';
import type { Actor } from '#core/platform/actor.ts';
import { findSubreddit } from '#core/reddit/catalog/catalog.ts';

export type ListSubreddits = (actor: Actor, names: readonly string[]) => Promise<{ items: Subreddit[] }>;

const isStream = (part: string): boolean => part.startsWith('subreddits.');

/** Without the communities that Reddit does not know or shows to nobody. What could not be asked stays, with its warning. */
export async function withExistingStreams(actor: Actor, { draft, reasons }: Proposal, listSubreddits: ListSubreddits): Promise<Proposal> {
  const doubtful = draft.subreddits.filter((name) => !findSubreddit(name));
  if (doubtful.length === 0 || actor.kind !== 'user') return { draft, reasons };
  const { items } = await listSubreddits(actor, doubtful);
  const gone = new Set(items.flatMap(({ name, state }) => (state === 'open' || state === 'unread' ? [] : [name.toLowerCase()])));
  const kept = draft.subreddits.flatMap((name, index) =>
    gone.has(name.toLowerCase()) ? [] : [{ name, why: reasons.find(({ part }) => part === `subreddits.${index}`)?.why ?? '' }],
  );
  return {
    draft: { ...draft, subreddits: kept.map(({ name }) => name), searchEverywhere: draft.searchEverywhere || kept.length === 0 },
    reasons: [...reasons.filter(({ part }) => !isStream(part)), ...kept.map(({ why }, index) => ({ part: `subreddits.${index}`, why }))],
  };
}
