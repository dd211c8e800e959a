import { type CampaignInput, maxExamples, type Preview } from '#shared/campaigns.ts';
import { namesOf } from '#shared/streams.ts';
import type { FetchedItem } from '#core/platform/item.ts';

const maxTitle = 140;

interface Example {
  title: string;
  score: number;
}

interface Effect {
  matches: number;
  elsewhere: number;
  stored: number;
  examples: Example[];
}

const emptyEffect = (): Effect => ({ matches: 0, elsewhere: 0, stored: 0, examples: [] });

export interface Seen {
  item: FetchedItem;
  /** The campaign monitors the item's stream. */
  isTaken: boolean;
  /** Rules of the campaign that find it; elsewhere, those that match. */
  rules: readonly string[];
  /** Null if it wasn't scored. */
  score: number | null;
}

/** Counts what each rule and subreddit of a campaign finds, and keeps the best titles of each. */
export function createRuleEffects({ rules, streams }: CampaignInput) {
  const subreddits = namesOf(streams, 'subreddit');
  const byRule = new Map(rules.map(({ text }) => [text, emptyEffect()]));
  const bySubreddit = new Map(subreddits.map((name) => [name.toLowerCase(), emptyEffect()]));
  return {
    look({ item, isTaken, rules: matched, score }: Seen): void {
      const example = { title: titleOf(item), score: score ?? -1 };
      const subreddit = bySubreddit.get(item.subreddit.toLowerCase());
      if (subreddit) {
        subreddit.stored += 1;
        if (matched.length > 0 && isTaken) count(subreddit, example);
      }
      for (const text of matched) {
        const effect = byRule.get(text);
        if (effect && isTaken) count(effect, example);
        else if (effect) effect.elsewhere += 1;
      }
    },
    result(): Preview['effects'] {
      return {
        rules: [...byRule].map(([text, { matches, elsewhere, examples }]) => ({ text, matches, elsewhere, examples: titlesOf(examples) })),
        subreddits: subreddits.map((name) => {
          const { stored, matches, examples } = bySubreddit.get(name.toLowerCase()) ?? emptyEffect();
          return { name, stored, matches, examples: titlesOf(examples) };
        }),
      };
    },
  };
}

function count(effect: Effect, example: Example): void {
  effect.matches += 1;
  if (effect.examples.some(({ title }) => title === example.title)) return;
  effect.examples = [...effect.examples, example].toSorted((a, b) => b.score - a.score).slice(0, maxExamples);
}

const titlesOf = (examples: readonly Example[]): string[] => examples.map(({ title }) => title);

/** A comment has the title of its thread, which someone else wrote. */
function titleOf({ kind, title, body }: FetchedItem): string {
  const text = (kind === 'post' && title !== '' ? title : body).replaceAll(/\s+/g, ' ').trim();
  return text.length <= maxTitle ? text : `${text.slice(0, maxTitle).toWellFormed().trimEnd()}…`;
}
