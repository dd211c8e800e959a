import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { itemText, scorePromptVersion, profileText } from '../prompts/score.ts';
import { fits, intents, urgencies } from './answer.ts';
import type { Candidate } from './candidate.ts';
import { deleteUnused, forgetAnswers, saveAnswers, useAnswers } from '../queries.ts';

const keptSchema = z.object({
  intent: z.enum(intents),
  fit: z.enum(fits),
  urgency: z.enum(urgencies),
  role: z.enum(['customer', 'seller', 'other']),
  problems: z.array(z.string()),
  reason: z.string(),
  spans: z.array(z.object({ field: z.enum(['title', 'body']), start: z.number().int(), end: z.number().int() })),
});
/** An answer with its quotes already located in the item. */
export type KeptAnswer = z.output<typeof keptSchema>;

/** Hash of everything an answer depends on: the model and its input. Unlike a version number, it can't be forgotten. */
export function reuseKey({ campaign, item }: Candidate, model: string): string {
  // Stored offsets refer to the whole text, so hash all of it and not only the part in the prompt.
  const parts = [scorePromptVersion, model, profileText(campaign), itemText(item), item.title, item.body];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

const keptDays = 60;
const dayMs = 86_400_000;

/** Stored answers by reuse key: scoring the same input again costs no call. */
export function createReuse(db: Db, now: Now) {
  return {
    async findAll(keys: readonly string[]): Promise<Map<string, KeptAnswer>> {
      const found = new Map<string, KeptAnswer>();
      for (const { key, answer } of await useAnswers(db, keys, now())) found.set(key, keptSchema.parse(JSON.parse(answer)));
      return found;
    },
    async keep(answers: readonly { key: string; subject: string; answer: KeptAnswer }[]): Promise<void> {
      await saveAnswers(
        db,
        answers.map(({ key, subject, answer }) => ({ key, subject, answer: JSON.stringify(answer), used_at: now() })),
      );
    },
    forget: forgetAnswers,
    /** Deletes answers that haven't been used for two months. Returns how many. */
    prune: (at = now()): Promise<number> => deleteUnused(db, at - keptDays * dayMs),
  };
}
export type Reuse = ReturnType<typeof createReuse>;
