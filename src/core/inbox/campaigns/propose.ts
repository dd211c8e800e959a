import type { Subreddit } from '#shared/subreddits.ts';
import { findSubreddit } from '#core/reddit/catalog/catalog.ts';
import type { Proposal } from '#shared/campaigns.ts';
import { namesOf, withOnly } from '#shared/streams.ts';
import type { CustomerLanguage } from '#shared/languages.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import type { ProposalSource } from '#core/ai/proposal/source.ts';
import type { Proposed } from '#core/ai/propose.ts';
import { AppError } from '#core/platform/errors.ts';
import type { SitePage } from '#core/ai/website/read-site.ts';

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
  mode: ProposalSource['mode'];
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

/** Drafts campaigns from a description or a website, with a reason for each part. Works without a model. */
export function createProposals({ readWebsite, listSubreddits, propose }: Deps) {
  const ending = new AbortController();

  async function readSource(
    { mode, description = '', websiteUrl = '', ...answers }: ProposeRequest,
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
      const source = await readSource(request, signal);
      const { proposal } = await propose(source, { userId: ownerOf(actor), signal });
      return withExistingSubreddits(actor, proposal, listSubreddits);
    },
    close: (): void => ending.abort(new AppError('unavailable', 'Earshot is stopping')),
  };
}
export type Proposals = ReturnType<typeof createProposals>;
