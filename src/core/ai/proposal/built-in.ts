import { campaignInputSchema, type Proposal } from '#shared/campaigns.ts';
import { type SubredditSuggestion, suggestSubreddits } from '#core/reddit/catalogue/catalogue.ts';
import { listAudiences, listPains } from './audience.ts';
import { readLanguage } from './language.ts';
import { rulesFrom } from './rules.ts';
import { nameFor, ownNames, type ProposalSource, sourceText } from './source.ts';
import { listTerms } from './terms.ts';

const mostSubreddits = 8;
const mostOffering = 800;
/** Terms beyond these are about anything, and so would be the places. */
const topicTerms = 12;

const bearing: Record<SubredditSuggestion['promotion'], string> = {
  none: 'bears no promotion',
  low: 'bears little promotion',
  'weekly-thread': 'has a thread for promotion',
  ok: 'bears promotion',
  unknown: 'look at its rules first',
};

/** A campaign proposed from words alone: terms that stand out, people and troubles that are named, places of the catalogue. */
export function proposeBuiltIn(source: ProposalSource): Proposal {
  const text = sourceText(source);
  const terms = listTerms(text, readLanguage(), { except: ownNames(source), isSite: source.pages.length > 0 });
  const topics = terms.singles.slice(0, topicTerms).map(({ words }) => words.join(' '));
  const audiences = listAudiences(text);
  const rules = rulesFrom(terms);
  const places = suggestSubreddits(topics, mostSubreddits);
  const painPoints = listPains(text);
  const draft = campaignInputSchema.parse({
    name: nameFor(source),
    mode: source.mode,
    description: source.description.slice(0, 5000).toWellFormed(),
    websiteUrl: source.websiteUrl,
    offering: offeringOf(source),
    idealCustomer: audiences.join('; ').slice(0, 1000),
    painPoints,
    rules: rules.map(({ rule }) => rule),
    subreddits: places.map(({ name }) => name),
    searchEverywhere: places.length === 0,
  });
  const origin = source.pages.length > 0 ? 'your website' : 'your description';
  const reasons = [
    { part: 'offering', why: `From ${origin}` },
    ...(audiences.length > 0 ? [{ part: 'idealCustomer', why: `Whom ${origin} says it is for` }] : []),
    ...painPoints.map((_, index) => ({ part: `painPoints.${index}`, why: `A trouble that ${origin} names` })),
    ...rules.map(({ why }, index) => ({ part: `rules.${index}`, why })),
    ...places.map(({ why, promotion }, index) => ({ part: `subreddits.${index}`, why: `${why}; ${bearing[promotion]}` })),
    ...(places.length === 0
      ? [{ part: 'searchEverywhere', why: 'No place of the catalogue talks about this; search finds it anywhere' }]
      : []),
  ];
  return { draft, reasons };
}

function offeringOf({ description, pages }: ProposalSource): string {
  const [front] = pages;
  const told = description.trim() === '' ? [front?.description || front?.title, ...(front?.headings ?? []).slice(0, 5)] : [description];
  const text = told.filter((part) => part !== undefined && part.trim() !== '').join('. ');
  return (text.length <= mostOffering ? text : text.slice(0, mostOffering).replace(/\s+\S*$/, '')).toWellFormed().trim();
}
