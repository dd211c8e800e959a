import { type CampaignInput, campaignInputSchema, type Proposal } from '#shared/campaigns.ts';
import type { PriceRange } from '#shared/price-range.ts';
import { type CustomerLanguage, languageName } from '#shared/languages.ts';
import { withOnly } from '#shared/streams.ts';
import { stemOf } from '#core/text/stems.ts';
import { termsIn } from '#core/text/tokens.ts';
import type { Trade } from '#core/trades/trades.ts';
import { partsOf, questionsOf, type TradeParts, type ProposedStream, streamsBeside } from './from-trades.ts';
import { capitalized, isPlain, listPainPoints, type Offer, readOffer } from './head.ts';
import { readLanguage } from './language.ts';
import { competitorRules, listWords, plainNames, type ProposedRule, rulesFrom } from './rules.ts';
import { nameFor, ownNames, type ProposalSource, sourceText } from './source.ts';
import { withoutDenied } from '#core/trades/offered.ts';
import { ownSubreddits } from './own-communities.ts';
import { buyersIn, ownRules, readOwnWords } from './own-words.ts';
import { regionsIn, whereIn } from './regions.ts';
import { speechOf } from './speech.ts';
import { type ChosenSubreddit, chooseSubreddits, promotionRules } from './subreddits.ts';

const currencies: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', usd: 'USD', eur: 'EUR', gbp: 'GBP', chf: 'CHF' };
const symbol = String.raw`[$€£]|\b(?:usd|eur|gbp|chf)\b`;
const amount = new RegExp(
  String.raw`(${symbol})\s?(\d{1,3}(?:[,.]\d{3})+|\d+(?:[.,]\d{1,2})?)(k\b)?|(\d{1,3}(?:[,.]\d{3})+|\d+(?:[.,]\d{1,2})?)(k\b)?\s?(${symbol})`,
  'giu',
);
const maxAmounts = 20;

const numberOf = (text: string): number => Number(/[.,]\d{3}(?:\D|$)/.test(text) ? text.replaceAll(/[.,]/g, '') : text.replace(',', '.'));

/** The lowest and highest price in a text; null if there is none or they differ in currency. */
function priceRangeIn(text: string): PriceRange | null {
  const found = [...text.matchAll(amount)].slice(0, maxAmounts).map(([, before, first, thousands, second, more, after]) => ({
    currency: currencies[(before ?? after ?? '').toLowerCase()] ?? '',
    value: numberOf(first ?? second ?? '') * ((thousands ?? more) ? 1000 : 1),
  }));
  const values = found.map(({ value }) => value).filter(Number.isFinite);
  const currency = found[0]?.currency ?? '';
  if (values.length === 0 || currency === '' || found.some((each) => each.currency !== currency)) return null;
  const [min, max] = [Math.min(...values), Math.max(...values)];
  if (min !== max) return { min, max, currency };
  return /\b(?:from|starting at|starts at|ab|desde|dès|à partir|vanaf|da|a partire da)(?!\p{L})/iu.test(text)
    ? { min, max: null, currency }
    : { min: null, max, currency };
}

const notIncluded =
  /\b(?:we (?:do not|don['’]t|cannot|can['’]t) (?:do|offer|sell|provide|handle|repair|cover|include)|not included:?|excluding|no)\s+([^.,;:!?\n]{3,60})/giu;
const [maxExclusions, maxRegions] = [4, 3];

const unique = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => text.trim()))];

/** Regions, prices, and exclusions stated explicitly in a text. */
function limitsIn(text: string, language: CustomerLanguage): Pick<CampaignInput, 'exclusions' | 'regions' | 'priceRange'> {
  const start = text.slice(0, 5000);
  const exclusions =
    language !== 'en' ? [] : [...start.matchAll(notIncluded)].flatMap(([whole, thing = '']) => (/^no\b/i.test(whole) ? [] : [thing]));
  return {
    regions: regionsIn(text, language).slice(0, maxRegions),
    exclusions: unique(exclusions).slice(0, maxExclusions),
    priceRange: priceRangeIn(start),
  };
}

const maxOffering = 800;
/** Weaker terms are too general to find subreddits with. */
const maxTopics = 10;
const maxTopicText = 2000;
/** With fewer fitting subreddits, all of Reddit is searched, too. */
const fewSubreddits = 4;

/** What customers use themselves. */
const product = /\b(?:software|apps?|tools?|platform|plugins?|templates?|marketplace|courses?|shop)\b/i;
const openingLength = 300;

/** Trades that an offer may belong to, the likeliest first, and those that the proposal is made from. */
export interface KnownTrades {
  found: readonly Pick<Trade, 'id' | 'name'>[];
  chosen: readonly Trade[];
}
const noTrades: KnownTrades = { found: [], chosen: [] };

type Limits = ReturnType<typeof limitsIn>;
type Said = ReturnType<typeof readSaid>;

/** What the text itself says: the offer, its customers and their problems, and the rules and subreddits that follow from it. */
function readSaid(source: ProposalSource, { text, speech, limits }: { text: string; speech: CustomerLanguage; limits: Limits }) {
  const language = readLanguage();
  const offer = readOffer(source, speech);
  const except = new Set([...ownNames(source), ...termsIn([offer.ownName, ...limits.regions, ...limits.exclusions].join('. '))]);
  const distinctIn = (phrase: string): string[] =>
    unique(listWords(phrase, speech, language).flatMap(({ text: word, isDistinct }) => (isDistinct && !except.has(word) ? [word] : [])));
  const painPoints = (speech === 'en' ? listPainPoints(text) : []).filter(
    (pain) => !isSentence(pain) && (offer.ownName === '' || !pain.includes(offer.ownName)),
  );
  const subreddits = chooseSubreddits(
    {
      offered: unique(
        listWords(offer.thing, speech, language).flatMap(({ text: word }) => (isPlain(word, speech) || except.has(word) ? [] : [word])),
      ),
      topics: distinctIn(text.slice(0, maxTopicText)).slice(0, maxTopics),
      audience: offer.customers.map((group) => group.replace(/\s(?:who|that|which|going|doing|building)\s.*$/, '')).join('; '),
      regions: limits.regions,
      language: speech,
      isService: !product.test(text.slice(0, openingLength)),
    },
    language,
  );
  return {
    offer,
    except,
    painPoints,
    rules: rulesFrom({ ...offer, except, speech }, language),
    subreddits,
    customer: offer.customers.map(withoutBuying).join('. ') || capitalized(buyersIn(text, speech)),
  };
}

/** "Bought by choir directors" */
const withoutBuying = (group: string): string => capitalized(group.replace(/^(?:bought|used) by\s/i, ''));

/** Proposes a campaign without a model: from what is known about the trades of the offer, and from what the text says. */
export function proposeBuiltIn(source: ProposalSource, { found, chosen }: KnownTrades = noTrades): Proposal {
  const text = sourceText(source);
  const spoken = source.language ?? speechOf(text);
  const speech = spoken ?? 'en';
  const limits = withRegions(limitsIn(text, speech), source.regions);
  const said = readSaid(source, { text, speech, limits });
  const competitors = plainNames(source.competitors ?? []);
  const own = readOwnWords(chosen, { text: offeredIn(source, speech), speech, except: said.except }, readLanguage());
  const known = partsOf(chosen, {
    competitors,
    regions: limits.regions,
    language: speech,
    own: ownSubreddits(own, speech),
  });
  const rules = [...competitorRules(competitors, speech), ...(known ? tradeRules(known, said, ownRules(own, speech)) : said.rules)];
  const streams = streamsFor(said.subreddits, known, speech === 'en');
  const draft = campaignInputSchema.parse({
    name: campaignName(source, said.offer, chosen[0]),
    mode: source.mode,
    description: source.description.slice(0, 5000).toWellFormed(),
    websiteUrl: source.websiteUrl,
    offering: offeringOf(source),
    idealCustomer: customerOf(known, said, { regions: limits.regions, speech }),
    painPoints: known ? unique([...said.painPoints, ...known.problems]).slice(0, maxProblems) : said.painPoints,
    ...limits,
    excludes: known?.excludes ?? [],
    rules: rules.map(({ rule }) => rule),
    streams: streams.map(({ stream }) => stream),
    languages: speech === 'en' ? [] : [speech],
  });
  const stated = { customer: said.customer !== '', painPoints: said.painPoints };
  const answered = { regions: source.regions !== undefined, competitors: source.competitors !== undefined };
  const ids = new Set(chosen.map(({ id }) => id));
  return {
    draft,
    language: spoken,
    trades: found.map(({ id, name }) => ({ id, name, isChosen: ids.has(id) })),
    questions: questionsOf(chosen, draft, answered),
    reasons: reasonsFor(draft, {
      origin: originOf(source),
      rules,
      streams,
      stated,
      known: chosen.map(({ name }) => name),
      spoken,
      hasRegions: answered.regions,
    }),
  };
}

const maxProblems = 12;
const maxStreams = 8;

const withRegions = (limits: Limits, regions: readonly string[] | undefined): Limits =>
  regions === undefined ? limits : { ...limits, regions: unique(regions) };

const [maxRules, maxOwnRules] = [10, 3];

/** The offer's own words come first: it may be narrower than its trade. */
function tradeRules(known: TradeParts, said: Said, own: readonly ProposedRule[]): ProposedRule[] {
  const rules = known.rules.map(({ text, why }) => ({ rule: { text }, why }));
  return [...own.slice(0, maxOwnRules), ...(rules.length > 0 ? rules : said.rules)].slice(0, maxRules);
}

/** What the text says of the offer, without what it denies and places. */
function offeredIn({ description, pages }: ProposalSource, speech: CustomerLanguage): string {
  const text = description.trim() === '' ? [pages[0]?.title, pages[0]?.description].filter(Boolean).join('. ') : description;
  return regionsIn(text, speech).reduce((rest, region) => rest.replaceAll(region, ' '), withoutDenied(text, speech));
}

/** Says less than a trade does. */
const anyone = /^(?:(?:wo)?men|sellers|buyers|owners|users|clients|customers|families|companies|businesses)$/i;

/** Whom the text names, and with a trade, who buys there and where. */
function customerOf(
  known: TradeParts | null,
  { customer }: Said,
  { regions, speech }: { regions: readonly string[]; speech: CustomerLanguage },
): string {
  if (!known) return customer;
  const stated = customer.split('. ').filter((group) => !anyone.test(group));
  return [...stated, known.customer, whereIn(speech, regions)]
    .filter((part) => part !== '')
    .map(capitalized)
    .join('. ');
}

/** With a trade, its own subreddits, and of those that the text suggests only those of places. */
function streamsFor(subreddits: readonly ChosenSubreddit[], known: TradeParts | null, isEnglish: boolean): ProposedStream[] {
  const suggested = (known ? subreddits.filter(({ isFitting }) => !isFitting) : subreddits).map(streamOf);
  const own = (known?.subreddits ?? []).filter(({ stream }) => suggested.every((one) => one.stream.name !== stream.name));
  const fitting = known ? known.subreddits.length : subreddits.filter(({ isFitting }) => isFitting).length;
  const beside = [...(known?.sites ?? []), ...(isEnglish ? streamsBeside(subreddits) : [])];
  return [
    ...own.slice(0, maxStreams - suggested.length),
    ...suggested,
    ...withOnly([], 'search', fitting < fewSubreddits).map((stream) => ({ stream, why: foundFew(fitting) })),
    ...(beside.length > 0 ? beside : withOnly([], 'bluesky', true).map((stream) => ({ stream, why: foundNoForum }))),
  ];
}

/** Reddit alone may be closed to this instance. */
const foundNoForum = 'No forum in the catalog is about this; of all public posts on Bluesky, those that a rule matches are kept';

const streamOf = ({ why, entry }: ChosenSubreddit): ProposedStream => ({
  stream: { kind: 'subreddit', name: entry.name },
  why: `${why}; ${promotionRules[entry.promotion]}`,
});

const originOf = ({ pages }: ProposalSource): string => (pages.length > 0 ? 'your website' : 'your description');

interface ReasonInput {
  origin: string;
  rules: readonly ProposedRule[];
  streams: readonly ProposedStream[];
  /** What the text itself says about its customers and their problems. */
  stated: { customer: boolean; painPoints: readonly string[] };
  /** Names of the trades that the proposal is made from. */
  known: readonly string[];
  spoken: CustomerLanguage | null;
  /** Whether the user named the regions. */
  hasRegions: boolean;
}

/** A reason for each part of the proposal. */
function reasonsFor(draft: CampaignInput, { origin, rules, streams, stated, known, spoken, hasRegions }: ReasonInput): Proposal['reasons'] {
  const from = `From ${origin}`;
  const trade = known.length === 0 ? null : new Intl.ListFormat('en').format(known);
  const notStated = trade === null ? `Not in ${origin}; edit it as needed` : `Customers of this trade: ${trade}`;
  const statedWhy = trade === null ? from : `${from}, and customers of this trade: ${trade}`;
  const each = (name: 'exclusions' | 'regions' | 'excludes', why: string) =>
    draft[name].map((_, index) => ({ part: `${name}.${index}`, why }));
  return [
    { part: 'offering', why: from },
    { part: 'idealCustomer', why: stated.customer ? statedWhy : notStated },
    ...draft.painPoints.map((pain, index) => ({
      part: `painPoints.${index}`,
      why: stated.painPoints.includes(pain) ? `A problem that ${origin} mentions` : notStated,
    })),
    ...each('exclusions', from),
    ...each('regions', hasRegions ? 'Your answer' : from),
    ...each('excludes', 'Common in posts where nobody needs what you offer'),
    ...rules.map(({ why }, index) => ({ part: `rules.${index}`, why })),
    ...streams.map(({ why }, index) => ({ part: `streams.${index}`, why })),
    { part: 'languages', why: languageReason(spoken) },
  ];
}

function languageReason(spoken: CustomerLanguage | null): string {
  if (spoken === null) return "Earshot can't tell the language: the rules are for English, and posts in all languages are read";
  const name = languageName(spoken);
  return spoken === 'en'
    ? `Rules for ${name}; posts in all languages are read`
    : `Rules for ${name}; posts in other languages are left out`;
}

const foundFew = (count: number): string =>
  count === 0
    ? 'No subreddit in the catalog talks about this; search covers all of Reddit'
    : 'Few subreddits in the catalog fit; search covers all of Reddit';

/** "X is an app that …" describes the product, not a pain point. */
const isSentence = (text: string): boolean => /\b(?:is|are) (?:an?|the)\b|^(?:we|i|our)\s/i.test(text);

/** The own name, the trade, or the offer in the user's words. */
function campaignName(source: ProposalSource, { ownName, name }: Offer, known: Trade | undefined): string {
  if (ownName !== '' && !(known && isCalled(known, ownName))) return ownName;
  if (source.pages.length > 0) return nameFor(source);
  return known?.name || name || nameFor(source);
}

/** "Umzugsunternehmen: …" begins with the trade, not with a name. */
function isCalled({ name, sellers, customers }: Trade, called: string): boolean {
  const own = new Set([name, ...sellers, ...customers].flatMap(termsIn).map(stemOf));
  return termsIn(called).every((word) => own.has(stemOf(word)));
}

function offeringOf({ description, pages }: ProposalSource): string {
  const [front] = pages;
  const parts = description.trim() === '' ? [front?.description || front?.title, ...(front?.headings ?? []).slice(0, 5)] : [description];
  const text = parts.filter((part) => part !== undefined && part.trim() !== '').join('. ');
  return (text.length <= maxOffering ? text : text.slice(0, maxOffering).replace(/\s+\S*$/, '')).toWellFormed().trim();
}
