import { askTwice, type Speaker } from './ask-twice.ts';
import { readDrafts } from './draft/model-answer.ts';
import type { Draft, DraftRequest } from './draft/request.ts';
import { draftFromSkeletons } from './draft/skeletons.ts';
import { draftPrompt, draftSchema, draftSystem } from './prompts/draft.ts';
import { createFence } from './prompts/fence.ts';

export interface Drafts {
  /** Three; never sent by themselves. */
  variants: Draft[];
  /** `builtin` or `ollama:llama3.1`. */
  by: string;
}

const answerTokens = 900;

/** Three replies in a tone, by the model where there is one and it answers, else from skeletons. Throws only the signal's reason. */
export function createDrafts(speaker: Speaker | null) {
  return async (request: DraftRequest): Promise<Drafts> => {
    const said =
      speaker &&
      (await askTwice(speaker, {
        purpose: 'draft',
        system: draftSystem,
        prompt: draftPrompt(request, createFence(speaker.newToken())),
        schema: draftSchema,
        maxTokens: answerTokens,
        spender: request.spender,
        signal: request.signal,
        read: (text) => readDrafts(text),
      }));
    return said ? { variants: said.value, by: said.by } : { variants: draftFromSkeletons(request), by: 'builtin' };
  };
}
