import { type CampaignInput, campaignInputSchema, type Proposal } from '#shared/campaigns.ts';
import type { CatalogEntry } from '#core/reddit/catalog/catalog.ts';
import { stemOf } from '#core/scoring/text/stem.ts';
import { listAudiences, listPainPoints } from './audience.ts';
import { type Offer, readOffer } from './head.ts';
import { type Language, readLanguage, tokensIn } from './language.ts';
import { isGeneric } from './generic.ts';
import { hackerNewsReason, isAskedOnHackerNews } from './hacker-news.ts';
import { limitsIn } from './limits.ts';
import { painPointsFor, peopleFor } from './needs.ts';
import { type ProposedRule, rulesFrom } from './rules.ts';
import { nameFor, ownNames, type ProposalSource, sourceText } from './source.ts';
import { speeches, type SpeechName, speechOf } from './speech.ts';
import { type ChosenSubreddit, chooseSubreddits, fieldOf } from './subreddits.ts';
import { listTerms } from './terms.ts';

const maxOffering = 800;
/** Weaker terms are too general to find subreddits with. */
const maxTopics = 10;
/** With fewer fitting subreddits, all of Reddit is searched, too. */
const fewSubreddits = 4;

/** What customers use themselves. */
const product = /\b(?:software|apps?|tools?|platform|plugins?|templates?|marketplace|courses?|shop)\b/i;
const openingLength = 300;

const promotionRules: Record<CatalogEntry['promotion'], string> = {
  none: 'does not allow promotion',
  low: 'allows little promotion',
  'weekly-thread': 'has a thread for promotion',
  ok: 'allows promotion',
  unknown: 'check its rules first',
};

/** In the folded form that `tokensIn` returns. */
const emptyTerms = (speech: SpeechName): ReadonlySet<string> =>
  new Set([...speeches[speech].empty].flatMap((word) => tokensIn(word).flatMap((folded) => folded ?? [])));

/** The meaningful words of the offer's name, rarest first. */
function offeredTerms({ thing }: Offer, speech: SpeechName, language: Language): string[] {
  const empty = emptyTerms(speech);
  const words = tokensIn(thing).flatMap((word) => (word !== null && word.length > 2 ? [word] : []));
  const distinctive = words.filter((word) => !language.isFunctionWord(word) && !empty.has(word) && !/^\d/.test(word));
  const particular = distinctive.filter((word) => !language.isSalesTalk(stemOf(word)));
  const chosen = [...new Set(particular.length > 0 ? particular : distinctive)];
  return chosen.toSorted((a, b) => language.shareOf(stemOf(a)) - language.shareOf(stemOf(b)));
}

/** Proposes a campaign from text alone: offering, target customer, pain points, rules, and subreddits. */
export function proposeBuiltIn(source: ProposalSource): Proposal {
  const text = sourceText(source);
  const speech = speechOf(text);
  const language = readLanguage();
  const offer = readOffer(source, speech);
  const limits = limitsIn(text);
  const except = new Set([
    ...ownNames(source),
    ...tokensIn([offer.ownName, offer.opening, ...limits.regions, ...limits.exclusions].join('. ')).flatMap((word) => word ?? []),
    ...emptyTerms(speech),
  ]);
  const terms = listTerms(text, language, { except, isSite: source.pages.length > 0 });
  const offered = offeredTerms(offer, speech, language).filter((word) => !except.has(word));
  const distinct = terms.singles.flatMap(({ words: [word = ''] }) => (isGeneric(word) ? [] : [word]));
  const topics = distinct.slice(0, maxTopics);
  const isNamed = offered.some((word) => !isGeneric(word));
  const main = isNamed ? offered : topics.slice(0, 2);
  const named = listAudiences(text).join('; ').slice(0, 1000);
  const audience = `${named} ${offer.audience}`;
  const isEnglish = speech === 'en';
  const found = [...painOf(offer), ...listPainPoints(text)].filter(
    (pain, at, all) => all.indexOf(pain) === at && !isSentence(pain) && (offer.ownName === '' || !pain.includes(offer.ownName)),
  );
  const rules = rulesFrom(
    {
      offered: main,
      thing: offer.thing,
      object: offer.action ? tokensIn(offer.action.object).flatMap((word) => word ?? []) : [],
      except,
      audience,
      painPoints: found,
      field: isEnglish ? fieldOf({ offered: main, topics, audience }, language) : [],
      ...terms,
      need: speeches[speech].need,
      signs: offer.action?.signs ?? '',
      isEnglish,
    },
    language,
  );
  const subreddits = chooseSubreddits(
    { offered: main, topics, audience, regions: limits.regions, language: speech, isService: !product.test(text.slice(0, openingLength)) },
    language,
  );
  const draft = campaignInputSchema.parse({
    name: campaignName(source, offer, isNamed ? [] : topics.slice(0, 2)),
    mode: source.mode,
    description: source.description.slice(0, 5000).toWellFormed(),
    websiteUrl: source.websiteUrl,
    offering: offeringOf(source),
    idealCustomer: named.length > offer.audience.length ? capitalized(named) : peopleFor(offer, speech, limits.regions),
    painPoints: found.length > 0 ? found : painPointsFor(offer, speech),
    ...limits,
    rules: rules.map(({ rule }) => rule),
    ...streamsOf(subreddits, isEnglish),
    languages: isEnglish ? [] : [speech],
  });
  const stated = { customer: named !== '' || offer.audience !== '', painPoints: found.length > 0 };
  return { draft, reasons: reasonsFor(draft, { origin: originOf(source), rules, subreddits, isNamed: stated }) };
}

const streamsOf = (subreddits: readonly ChosenSubreddit[], isEnglish: boolean) => ({
  subreddits: subreddits.map(({ entry }) => entry.name),
  searchEverywhere: subreddits.filter(({ isFitting }) => isFitting).length < fewSubreddits,
  hackerNews: isEnglish && isAskedOnHackerNews(subreddits),
});

const originOf = ({ pages }: ProposalSource): string => (pages.length > 0 ? 'your website' : 'your description');

interface ReasonInput {
  origin: string;
  rules: readonly ProposedRule[];
  subreddits: readonly ChosenSubreddit[];
  /** Whether the text itself names its customers and their problems. */
  isNamed: { customer: boolean; painPoints: boolean };
}

/** A reason for each part of the proposal. */
function reasonsFor(draft: CampaignInput, { origin, rules, subreddits, isNamed }: ReasonInput): Proposal['reasons'] {
  const from = `From ${origin}`;
  const notStated = `Not stated in ${origin}: edit it`;
  const each = (name: 'painPoints' | 'exclusions' | 'regions', why: string) =>
    draft[name].map((_, index) => ({ part: `${name}.${index}`, why }));
  return [
    { part: 'offering', why: from },
    ...(draft.idealCustomer === '' ? [] : [{ part: 'idealCustomer', why: isNamed.customer ? from : notStated }]),
    ...each('painPoints', isNamed.painPoints ? `A problem that ${origin} names` : notStated),
    ...each('exclusions', from),
    ...each('regions', from),
    ...rules.map(({ why }, index) => ({ part: `rules.${index}`, why })),
    ...subreddits.map(({ why, entry }, index) => ({ part: `subreddits.${index}`, why: `${why}; ${promotionRules[entry.promotion]}` })),
    ...(draft.searchEverywhere
      ? [{ part: 'searchEverywhere', why: foundFew(subreddits.filter(({ isFitting }) => isFitting).length) }]
      : []),
    ...(draft.hackerNews ? [{ part: 'hackerNews', why: hackerNewsReason }] : []),
  ];
}

const foundFew = (count: number): string =>
  count === 0
    ? 'No subreddit of the catalog talks about this; search finds it anywhere'
    : 'Few subreddits of the catalog fit; search finds it elsewhere, too';

/** "X is an app that …" describes the product, not a pain point. */
const isSentence = (text: string): boolean => /\b(?:is|are) (?:an?|the)\b|^(?:we|i|our)\s/i.test(text);

/** "afraid of water" of "teach adults who are afraid of water". */
function painOf({ action }: Offer): string[] {
  const clause = /\bwho\s+(?:(?:are|is)\s+)?(.{5,})$/i.exec(action?.audience ?? '')?.[1];
  return clause === undefined ? [] : [clause];
}

/** The own name, the offer, or the topics if the offer is named in general words only ("an online shop"). */
function campaignName(source: ProposalSource, { ownName, thing }: Offer, topics: readonly string[]): string {
  if (ownName !== '') return ownName;
  if (source.pages.length > 0) return nameFor(source);
  return capitalized(topics.join(' and ')) || capitalized(thing) || nameFor(source);
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function offeringOf({ description, pages }: ProposalSource): string {
  const [front] = pages;
  const parts = description.trim() === '' ? [front?.description || front?.title, ...(front?.headings ?? []).slice(0, 5)] : [description];
  const text = parts.filter((part) => part !== undefined && part.trim() !== '').join('. ');
  return (text.length <= maxOffering ? text : text.slice(0, maxOffering).replace(/\s+\S*$/, '')).toWellFormed().trim();
}
