import type { Subreddit } from '#shared/subreddits.ts';
import { findSubreddit } from '#core/reddit/catalog/catalog.ts';
import type { Proposal } from '#shared/campaigns.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import type { ProposalSource } from '#core/ai/proposal/source.ts';
import type { Proposed } from '#core/ai/propose.ts';
import { AppError } from '#core/platform/errors.ts';
import type { SitePage } from '#core/ai/website/read-site.ts';

type ListSubreddits = (actor: Actor, names: readonly string[]) => Promise<{ items: Subreddit[] }>;

const isStream = (part: string): boolean => part.startsWith('subreddits.');

/** Leaves out subreddits that don't exist or are private. Those that couldn't be checked stay, with a warning. */
async function withExistingSubreddits(actor: Actor, { draft, reasons }: Proposal, listSubreddits: ListSubreddits): Promise<Proposal> {
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

interface ProposeRequest {
  mode: ProposalSource['mode'];
  description?: string | undefined;
  websiteUrl?: string | undefined;
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

  async function readSource({ mode, description = '', websiteUrl = '' }: ProposeRequest, signal: AbortSignal): Promise<ProposalSource> {
    if (mode !== 'website') {
      if (description.trim().length < minTextLength) throw needs('description', 'Say in a sentence or two what you offer and to whom');
      return { mode, description: description.trim(), websiteUrl, pages: [] };
    }
    if (websiteUrl === '') throw needs('websiteUrl', 'Enter the address of a website');
    if (!readWebsite) throw new AppError('unavailable', "This instance can't read websites. Describe what you offer instead.");
    const pages = await readWebsite(websiteUrl, signal);
    const said = [description, ...pages.flatMap((page) => [page.description, ...page.headings, page.text])].join('').trim();
    if (said.length < minTextLength)
      throw needs('websiteUrl', 'That website says too little about itself; describe what you offer instead');
    return { mode, description: description.trim(), websiteUrl, pages };
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
