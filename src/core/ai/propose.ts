import type { Proposal } from '#shared/campaigns.ts';
import { AppError } from '#core/platform/errors.ts';
import { askTwice, type ModelClient } from './ask-twice.ts';
import { createFence } from './prompts/fence.ts';
import { proposePrompt, proposeSchema, proposeSystem } from './prompts/propose.ts';
import { proposeBuiltIn } from './proposal/built-in.ts';
import { mergeProposal, readProposal } from './proposal/model-answer.ts';
import type { ProposalSource } from './proposal/source.ts';

export interface Proposed {
  proposal: Proposal;
  /** `builtin` or `ollama:llama3.1`. */
  by: string;
}

const answerTokens = 1500;

/**
 * Proposes a campaign with a reason for each part, by the model or, if there is none or it fails, by built-in rules.
 * Throws `invalid` if description and pages are empty, and the signal's reason.
 */
export function createPropose(client: ModelClient | null) {
  return async (source: ProposalSource, { userId, signal }: { userId: string | null; signal: AbortSignal }): Promise<Proposed> => {
    const isEmpty = source.description.trim() === '' && source.pages.every(({ title, text }) => `${title}${text}`.trim() === '');
    if (isEmpty)
      throw new AppError('invalid', 'Say what you offer, or give a website that can be read', {
        details: [{ path: 'description', message: 'Empty' }],
      });
    const builtIn = proposeBuiltIn(source);
    const answer =
      client &&
      (await askTwice(client, {
        purpose: 'propose',
        system: proposeSystem,
        prompt: proposePrompt(source, createFence(client.newToken())),
        schema: proposeSchema,
        maxTokens: answerTokens,
        spender: { userId, campaignId: null },
        signal,
        read: readProposal,
      }));
    return answer ? { proposal: mergeProposal(answer.value, builtIn), by: answer.by } : { proposal: builtIn, by: 'builtin' };
  };
}
