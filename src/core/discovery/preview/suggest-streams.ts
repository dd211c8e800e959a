import type { CampaignInput, Preview } from '#shared/campaigns.ts';
import { namesOf } from '#shared/streams.ts';
import { customerLanguages } from '#shared/languages.ts';
import { proposeBuiltIn } from '#core/ai/proposal/built-in.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { inSlices } from '#core/platform/slices.ts';
import { type LanguageOf, matcherSteps } from '#core/scoring/match/matcher.ts';

const day = 86_400_000;
const maxSuggested = 6;
/** A single match may be a coincidence. */
const minMatches = 2;

type Suggestions = Preview['suggestions'];

interface SubredditFigures {
  name: string;
  posts: number;
  oldest: number;
  matches: number;
}

/** Rules and subreddits suggested by the campaign's texts that it doesn't have yet, each with a reason. */
function proposalsFor(fields: CampaignInput) {
  const description = [fields.description, fields.offering, fields.idealCustomer, ...fields.painPoints].join('\n').trim();
  if (description === '') return { rules: [], subreddits: [] };
  // With several languages, the texts show which one they are in.
  const language = fields.languages.length === 1 ? customerLanguages.find((known) => fields.languages.includes(known)) : undefined;
  const { draft, reasons } = proposeBuiltIn({ mode: 'smart', description, websiteUrl: fields.websiteUrl, language, pages: [] });
  const whyOf = (part: string) => reasons.find((reason) => reason.part === part)?.why ?? '';
  const listened = new Set(namesOf(fields.streams, 'subreddit').map((name) => name.toLowerCase()));
  const known = new Set(fields.rules.map(({ text }) => text.toLowerCase()));
  return {
    rules: draft.rules
      .map(({ text }, index) => ({ text, why: whyOf(`rules.${index}`) }))
      .filter(({ text }) => !known.has(text.toLowerCase())),
    subreddits: draft.streams
      .map(({ kind, name }, index) => ({ kind, name, why: whyOf(`streams.${index}`) }))
      .filter(({ kind, name }) => kind === 'subreddit' && !listened.has(name.toLowerCase())),
  };
}

/** Subreddits with the most matches first, then those from the catalog that weren't fetched yet. */
function subredditsOf(
  subreddits: ReadonlyMap<string, SubredditFigures>,
  proposed: readonly { name: string; why: string }[],
): Suggestions['subreddits'] {
  const whys = new Map(proposed.map(({ name, why }) => [name.toLowerCase(), why]));
  const matched = [...subreddits]
    .filter(([, { matches }]) => matches >= minMatches)
    .toSorted(([, one], [, two]) => two.matches - one.matches)
    .map(([key, { name, matches }]) => ({ name, matches, why: whys.get(key) ?? '' }));
  const named = new Set(matched.map(({ name }) => name.toLowerCase()));
  const unfetched = proposed.filter(({ name }) => !named.has(name.toLowerCase())).map(({ name, why }) => ({ name, why, matches: 0 }));
  return [...matched, ...unfetched].slice(0, maxSuggested);
}

interface StreamSuggestionOptions {
  languageOf?: LanguageOf | undefined;
  since: number;
  signal?: AbortSignal | undefined;
}

/**
 * Collects suggestions during a preview: subreddits whose stored items match the rules, rules based on the campaign's own texts
 * with their number of matches, and posts per day in each of its subreddits.
 */
export async function createStreamSuggestions(fields: CampaignInput, { languageOf, since, signal }: StreamSuggestionOptions) {
  const proposed = proposalsFor(fields);
  const both = [
    { id: 'own', rules: fields.rules },
    { id: 'proposed', rules: proposed.rules.map(({ text }) => ({ text })) },
  ];
  const matcher = await inSlices(matcherSteps(both, { languageOf }), signal);
  const listened = new Set(namesOf(fields.streams, 'subreddit').map((name) => name.toLowerCase()));
  const subreddits = new Map<string, SubredditFigures>();
  const yields = new Map(proposed.rules.map(({ text }) => [text, { matches: 0, fresh: 0 }]));

  const figuresOf = (item: FetchedItem): SubredditFigures => {
    const key = item.subreddit.toLowerCase();
    const figures = subreddits.get(key) ?? { name: item.subreddit, posts: 0, oldest: Number.POSITIVE_INFINITY, matches: 0 };
    subreddits.set(key, figures);
    return figures;
  };
  return {
    /** Returns the campaign's rules that match. `isTaken`: the campaign monitors the item's stream. */
    look(item: FetchedItem, isTaken: boolean): readonly string[] {
      const found = new Map(matcher.match(item).map(({ campaignId, rules }) => [campaignId, rules]));
      const isFound = found.has('own');
      if (item.subreddit !== '') {
        const figures = figuresOf(item);
        // Searches return old posts, which say nothing about how much is posted there now.
        if (item.kind === 'post' && item.createdAt >= since) {
          figures.posts += 1;
          figures.oldest = Math.min(figures.oldest, item.createdAt);
        }
        if (isFound && !isTaken) figures.matches += 1;
      }
      const own = found.get('own') ?? [];
      if (!isTaken) return own;
      for (const text of found.get('proposed') ?? []) {
        const brought = yields.get(text);
        if (brought) Object.assign(brought, { matches: brought.matches + 1, fresh: brought.fresh + (isFound ? 0 : 1) });
      }
      return own;
    },
    result(now: number): Pick<Preview, 'pace' | 'suggestions'> {
      const pace = namesOf(fields.streams, 'subreddit').flatMap((name) => {
        const figures = subreddits.get(name.toLowerCase());
        if (!figures || figures.posts === 0) return [];
        return [{ name, perDay: Math.round((figures.posts / Math.max(1, (now - figures.oldest) / day)) * 10) / 10 }];
      });
      const others = new Map([...subreddits].filter(([key]) => !listened.has(key)));
      const rules = proposed.rules
        .map((rule) => ({ ...rule, matches: 0, fresh: 0, ...yields.get(rule.text) }))
        .toSorted((one, two) => two.fresh - one.fresh)
        .slice(0, maxSuggested);
      return { pace, suggestions: { subreddits: subredditsOf(others, proposed.subreddits), rules } };
    },
  };
}
