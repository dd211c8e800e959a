import type { Subreddit } from '#shared/subreddits.ts';
import { findSubreddit } from '#core/reddit/catalog/catalog.ts';
import { campaignInputSchema, campaignLimits, type Proposal } from '#shared/campaigns.ts';
import { streamKinds } from '#shared/sources.ts';
import { namesOf, withOnly } from '#shared/streams.ts';
import type { CustomerLanguage } from '#shared/languages.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import type { ProposalSource } from '#core/ai/proposal/source.ts';
import type { Proposed } from '#core/ai/propose.ts';
import { AppError } from '#core/platform/errors.ts';
import type { SitePage } from '#core/ai/website/read-site.ts';
import { readKeywordList } from './keyword-list.ts';

type ListSubreddits = (actor: Actor, names: readonly string[]) => Promise<{ items: Subreddit[] }>;

const searchWhy = 'No suggested subreddit can be read; search finds people anywhere';

const isStream = (part: string): boolean => part.startsWith('streams.');

/** Leaves out subreddits that don't exist or are private. Those that couldn't be checked stay, with a warning. */
async function withExistingSubreddits(actor: Actor, proposal: Proposal, listSubreddits: ListSubreddits): Promise<Proposal> {
  const { draft, reasons } = proposal;
  const doubtful = namesOf(draft.streams, 'subreddit').filter((name) => !findSubreddit(name));
  if (doubtful.length === 0 || actor.kind !== 'user') return proposal;
  const { items } = await listSubreddits(actor, doubtful);
  const gone = new Set(items.flatMap(({ name, state }) => (state === 'open' || state === 'unread' ? [] : [name.toLowerCase()])));
  const whys = new Map(draft.streams.map((stream, index) => [stream, reasons.find(({ part }) => part === `streams.${index}`)?.why ?? '']));
  const kept = draft.streams.filter(({ kind, name }) => kind !== 'subreddit' || !gone.has(name.toLowerCase()));
  const streams = kept.some(({ kind }) => kind === 'subreddit') ? kept : withOnly(kept, 'search', true);
  return {
    ...proposal,
    draft: { ...draft, streams },
    reasons: [
      ...reasons.filter(({ part }) => !isStream(part)),
      ...streams.map((stream, index) => ({ part: `streams.${index}`, why: whys.get(stream) ?? searchWhy })),
    ],
  };
}

interface ProposeRequest {
  mode: ProposalSource['mode'] | 'list';
  list?: string | undefined;
  description?: string | undefined;
  websiteUrl?: string | undefined;
  language?: CustomerLanguage | undefined;
  trades?: readonly string[] | undefined;
  regions?: readonly string[] | undefined;
  competitors?: readonly string[] | undefined;
}
interface Deps {
  /** Reads the pages of a website, front page first; null when this instance can't read websites. */
  readWebsite: ((url: string, signal?: AbortSignal) => Promise<SitePage[]>) | null;
  listSubreddits: ListSubreddits;
  /** Uses the model if one is configured and responds, otherwise the built-in rules. */
  propose: (source: ProposalSource, asking: { userId: string | null; signal: AbortSignal }) => Promise<Proposed>;
}

const minTextLength = 10;
const needs = (path: string, message: string) => new AppError('invalid', message, { details: [{ path, message }] });

/** Most lines that are named as left out. */
const leftOutShown = 5;

/** Whose words the name of a campaign is made of. */
const nameOf = (tool: string | null, group: string | null): string => group ?? (tool === null ? 'My keywords' : `Keywords from ${tool}`);

/** A campaign from what was taken along from another tool, each rule with what it was made from. */
function proposeFromList({ list = '', language }: Pick<ProposeRequest, 'list' | 'language'>): Proposal {
  const { tool, group, rules, streams, excludes, leftOut } = readKeywordList(list);
  if (rules.length === 0 && streams.length === 0)
    throw needs('list', 'No keywords, subreddits, or feeds were found. Paste one per line, or a CSV file with a header.');
  const shown = rules.slice(0, campaignLimits.rules);
  const kept = streamKinds.flatMap(({ kind, maxStreams }) => streams.filter(({ stream }) => stream.kind === kind).slice(0, maxStreams));
  const left = [
    ...leftOut,
    ...rules.slice(campaignLimits.rules).map(({ was }) => was),
    ...streams.filter((one) => !kept.includes(one)).map(({ stream }) => stream.name),
  ];
  const more = left.length > leftOutShown ? ` and ${left.length - leftOutShown} more` : '';
  const named = left.slice(0, leftOutShown).map((text) => `“${text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text}”`);
  const from = `From ${tool ?? 'your list'}`;
  return {
    draft: campaignInputSchema.parse({
      name: nameOf(tool, group),
      rules: shown.map(({ text }) => ({ text })),
      excludes: excludes.slice(0, campaignLimits.excludes),
      streams: kept.map(({ stream }) => stream),
      languages: language === undefined ? [] : [language],
    }),
    language: language ?? null,
    trades: [],
    questions: [],
    reasons: [
      ...(left.length > 0 ? [{ part: 'offering', why: `Left out of your list: ${named.join(', ')}${more}` }] : []),
      ...shown.map(({ text, was }, index) => ({ part: `rules.${index}.text`, why: text === was ? from : `${from}: ${was}` })),
      ...kept.map(({ why }, index) => ({ part: `streams.${index}`, why })),
    ],
  };
}

/** Drafts campaigns from a description or a website, with a reason for each part. Works without a model. */
export function createProposals({ readWebsite, listSubreddits, propose }: Deps) {
  const ending = new AbortController();

  async function readSource(
    { mode, description = '', websiteUrl = '', ...answers }: ProposeRequest & { mode: ProposalSource['mode'] },
    signal: AbortSignal,
  ): Promise<ProposalSource> {
    if (mode !== 'website') {
      if (description.trim().length < minTextLength) throw needs('description', 'Say in a sentence or two what you offer and to whom');
      return { ...answers, mode, description: description.trim(), websiteUrl, pages: [] };
    }
    if (websiteUrl === '') throw needs('websiteUrl', 'Enter the address of a website');
    if (!readWebsite) throw new AppError('unavailable', "This instance can't read websites. Describe what you offer instead.");
    const pages = await readWebsite(websiteUrl, signal);
    const said = [description, ...pages.flatMap((page) => [page.description, ...page.headings, page.text])].join('').trim();
    if (said.length < minTextLength)
      throw needs('websiteUrl', 'That website says too little about itself; describe what you offer instead');
    return { ...answers, mode, description: description.trim(), websiteUrl, pages };
  }

  return {
    /** Rejects with the reason of `stop` when `stop` aborts first. */
    async propose(actor: Actor, request: ProposeRequest, stop?: AbortSignal): Promise<Proposal> {
      const signal = stop ? AbortSignal.any([stop, ending.signal]) : ending.signal;
      const { mode } = request;
      if (mode === 'list') return proposeFromList(request);
      const source = await readSource({ ...request, mode }, signal);
      const { proposal } = await propose(source, { userId: ownerOf(actor), signal });
      return withExistingSubreddits(actor, proposal, listSubreddits);
    },
    close: (): void => ending.abort(new AppError('unavailable', 'Earshot is stopping')),
  };
}
export type Proposals = ReturnType<typeof createProposals>;
