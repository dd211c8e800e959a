import type { CampaignInput, Preview } from '#shared/campaigns.ts';
import { proposeBuiltIn } from '#core/ai/proposal/built-in.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { compileMatcher, type LanguageOf } from '#core/scoring/match/matcher.ts';

const day = 86_400_000;
const most = 6;
/** What fits once may be chance. */
const fewest = 2;

type Suggestions = Preview['suggestions'];

interface Stream {
  name: string;
  posts: number;
  oldest: number;
  matches: number;
}

/** What the words of a campaign propose that it does not have yet, with why. */
function proposalsFor(fields: CampaignInput) {
  const words = [fields.description, fields.offering, fields.idealCustomer, ...fields.painPoints].join('\n').trim();
  if (words === '') return { rules: [], subreddits: [] };
  const { draft, reasons } = proposeBuiltIn({ mode: 'smart', description: words, websiteUrl: fields.websiteUrl, pages: [] });
  const whyOf = (part: string) => reasons.find((reason) => reason.part === part)?.why ?? '';
  const listened = new Set(fields.subreddits.map((name) => name.toLowerCase()));
  const known = new Set(fields.rules.map(({ text }) => text.toLowerCase()));
  return {
    rules: draft.rules
      .map(({ text }, index) => ({ text, why: whyOf(`rules.${index}`) }))
      // A common word beside a dozen others is nothing to choose at a glance.
      .filter(({ text }) => !known.has(text.toLowerCase()) && !text.includes('(')),
    subreddits: draft.subreddits
      .map((name, index) => ({ name, why: whyOf(`subreddits.${index}`) }))
      .filter(({ name }) => !listened.has(name.toLowerCase())),
  };
}

/** Places that matched, the fullest first, then those of the catalogue that were not fetched here. */
function subredditsOf(places: ReadonlyMap<string, Stream>, proposed: readonly { name: string; why: string }[]): Suggestions['subreddits'] {
  const whys = new Map(proposed.map(({ name, why }) => [name.toLowerCase(), why]));
  const heard = [...places]
    .filter(([, { matches }]) => matches >= fewest)
    .toSorted(([, one], [, two]) => two.matches - one.matches)
    .map(([key, { name, matches }]) => ({ name, matches, why: whys.get(key) ?? '' }));
  const named = new Set(heard.map(({ name }) => name.toLowerCase()));
  const unheard = proposed.filter(({ name }) => !named.has(name.toLowerCase())).map(({ name, why }) => ({ name, why, matches: 0 }));
  return [...heard, ...unheard].slice(0, most);
}

/**
 * Looks, beside a dry run, at what else would fit: places whose stored items match the rules, rules that the campaign's
 * own words propose with what they would bring, and how much is written in each of its places.
 */
export function createFitting(fields: CampaignInput, { languageOf, since }: { languageOf?: LanguageOf | undefined; since: number }) {
  const proposed = proposalsFor(fields);
  const both = [
    { id: 'own', rules: fields.rules },
    { id: 'proposed', rules: proposed.rules.map(({ text }) => ({ text })) },
  ];
  const matcher = compileMatcher(both, languageOf);
  const listened = new Set(fields.subreddits.map((name) => name.toLowerCase()));
  const places = new Map<string, Stream>();
  const yields = new Map(proposed.rules.map(({ text }) => [text, { matches: 0, fresh: 0 }]));

  const streamOf = (item: FetchedItem): Stream => {
    const key = item.subreddit.toLowerCase();
    const place = places.get(key) ?? { name: item.subreddit, posts: 0, oldest: Number.POSITIVE_INFINITY, matches: 0 };
    places.set(key, place);
    return place;
  };
  return {
    /** `isTaken`: the campaign listens to where this is from. */
    look(item: FetchedItem, isTaken: boolean): void {
      const found = new Map(matcher.match(item).map(({ campaignId, rules }) => [campaignId, rules]));
      const isFound = found.has('own');
      if (item.subreddit !== '') {
        const place = streamOf(item);
        // A find of long ago, as a search brings it, tells nothing of how much is written there.
        if (item.kind === 'post' && item.createdAt >= since) {
          place.posts += 1;
          place.oldest = Math.min(place.oldest, item.createdAt);
        }
        if (isFound && !isTaken) place.matches += 1;
      }
      if (!isTaken) return;
      for (const text of found.get('proposed') ?? []) {
        const brought = yields.get(text);
        if (brought) Object.assign(brought, { matches: brought.matches + 1, fresh: brought.fresh + (isFound ? 0 : 1) });
      }
    },
    result(now: number): Pick<Preview, 'pace' | 'suggestions'> {
      const pace = fields.subreddits.flatMap((name) => {
        const place = places.get(name.toLowerCase());
        if (!place || place.posts === 0) return [];
        return [{ name, perDay: Math.round((place.posts / Math.max(1, (now - place.oldest) / day)) * 10) / 10 }];
      });
      const strangers = new Map([...places].filter(([key]) => !listened.has(key)));
      const rules = proposed.rules
        .map((rule) => ({ ...rule, matches: 0, fresh: 0, ...yields.get(rule.text) }))
        .toSorted((one, two) => two.fresh - one.fresh)
        .slice(0, most);
      return { pace, suggestions: { subreddits: subredditsOf(strangers, proposed.subreddits), rules } };
    },
  };
}
