import { askTwice, type ModelClient } from './ask-twice.ts';
import { readDrafts } from './draft/model-answer.ts';
import type { Draft, DraftRequest } from './draft/request.ts';
import { draftOutlines } from './draft/outline.ts';
import { draftPrompt, draftSchema, draftSystem } from './prompts/draft.ts';
import { createFence } from './prompts/fence.ts';

export interface Drafts {
  /** Three; never sent automatically. */
  variants: Draft[];
  /** `builtin` or `ollama:llama3.1`. */
  by: string;
}

const answerTokens = 900;

/** Drafts three replies with the model, or outlines them if there is none or it fails. Throws only the signal's reason. */
export function createDrafts(client: ModelClient | null) {
  return async (request: DraftRequest): Promise<Drafts> => {
    const answer =
      client &&
      (await askTwice(client, {
        purpose: 'draft',
        system: draftSystem,
        prompt: draftPrompt(request, createFence(client.newToken())),
        schema: draftSchema,
        maxTokens: answerTokens,
        spender: request.spender,
        signal: request.signal,
        read: (text) => readDrafts(text),
      }));
    return answer ? { variants: answer.value, by: answer.by } : { variants: draftOutlines(request), by: 'builtin' };
  };
}
