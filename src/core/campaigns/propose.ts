import type { Proposal } from '#shared/campaigns.ts';
import { type Actor, ownerOf } from '../actor.ts';
import type { ProposalSource } from '../ai/proposal/source.ts';
import type { Proposed } from '../ai/propose.ts';
import { AppError } from '../errors.ts';
import type { PageText } from './page-text.ts';

interface ProposeRequest {
  mode: ProposalSource['mode'];
  description?: string | undefined;
  websiteUrl?: string | undefined;
}
interface Deps {
  /** Reads a page through the guarded client; null where this instance has none. */
  readPage: ((url: string) => Promise<PageText>) | null;
  /** By the model where there is one and it answers, else by built-in rules. */
  propose: (source: ProposalSource, asking: { userId: string | null; signal: AbortSignal }) => Promise<Proposed>;
}

const leastText = 10;
const needs = (path: string, message: string) => new AppError('invalid', message, { details: [{ path, message }] });

/** Campaign drafts out of a description or a website, each part with its reason; no model is needed. */
export function createProposals({ readPage, propose }: Deps) {
  const ending = new AbortController();

  async function readSource({ mode, description = '', websiteUrl = '' }: ProposeRequest): Promise<ProposalSource> {
    if (mode !== 'website') {
      if (description.trim().length < leastText) throw needs('description', 'Say in a sentence or two what you offer and to whom');
      return { mode, description: description.trim(), websiteUrl, pages: [] };
    }
    if (websiteUrl === '') throw needs('websiteUrl', 'Enter the address of a website');
    if (!readPage) throw new AppError('unavailable', 'Websites cannot be read here; describe what you offer instead');
    const page = await readPage(websiteUrl);
    const said = [page.description, ...page.headings, description].join('').trim();
    if (said.length < leastText) throw needs('websiteUrl', 'That page says too little about itself; describe what you offer instead');
    return { mode, description: description.trim(), websiteUrl, pages: [{ ...page, text: '' }] };
  }

  return {
    async propose(actor: Actor, request: ProposeRequest): Promise<Proposal> {
      const source = await readSource(request);
      return (await propose(source, { userId: ownerOf(actor), signal: ending.signal })).proposal;
    },
    close: (): void => ending.abort(new AppError('unavailable', 'Earshot is stopping')),
  };
}
export type Proposals = ReturnType<typeof createProposals>;
