import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Now } from '#core/platform/clock.ts';
import { chunked, type Db } from '#core/platform/db/connect.ts';
import { itemText, scorePromptVersion, profileText } from '../prompts/judge.ts';
import { fits, intents, urgencies } from './answer.ts';
import type { Candidate } from './candidate.ts';

const keptSchema = z.object({
  intent: z.enum(intents),
  fit: z.enum(fits),
  urgency: z.enum(urgencies),
  role: z.enum(['customer', 'seller', 'other']),
  pains: z.array(z.string()),
  reason: z.string(),
  spans: z.array(z.object({ field: z.enum(['title', 'body']), start: z.number().int(), end: z.number().int() })),
});
/** An answer with its quotes already found in the item. */
export type KeptAnswer = z.output<typeof keptSchema>;

/** What the answer depends on: what the model would be shown, and which model. Unlike a version number it cannot be forgotten. */
export function reuseKey({ campaign, item }: Candidate, model: string): string {
  // Offsets are into the whole text, so all of it counts and not only what the prompt has room for.
  const parts = [scorePromptVersion, model, profileText(campaign), itemText(item), item.title, item.body];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

const keptDays = 60;
const dayMs = 86_400_000;

/** What the model said of these items (fullnames) goes with them. */
export async function forgetAnswers(from: Db, subjects: readonly string[]): Promise<void> {
  for (const chunk of chunked([...subjects], 1)) await from('ai_cache').whereIn('subject', chunk).del();
}

/** Answers by what they depend on: scoring the same again costs no call. */
export function createReuse(db: Db, now: Now) {
  return {
    async findAll(keys: readonly string[]): Promise<Map<string, KeptAnswer>> {
      const found = new Map<string, KeptAnswer>();
      for (const chunk of chunked([...keys], 1)) {
        const rows = await db('ai_cache')
          .whereIn('key', chunk)
          .select<{ key: string; answer: string }[]>('key', 'answer')
          .limit(chunk.length);
        for (const { key, answer } of rows) found.set(key, keptSchema.parse(JSON.parse(answer)));
        const hits = rows.map(({ key }) => key);
        if (hits.length > 0) await db('ai_cache').whereIn('key', hits).update({ used_at: now() });
      }
      return found;
    },
    async keep(answers: readonly { key: string; subject: string; answer: KeptAnswer }[]): Promise<void> {
      if (answers.length === 0) return;
      const rows = answers.map(({ key, subject, answer }) => ({ key, subject, answer: JSON.stringify(answer), used_at: now() }));
      for (const chunk of chunked(rows, 4)) await db('ai_cache').insert(chunk).onConflict('key').merge();
    },
    forget: forgetAnswers,
    /** Removes answers that nobody asked for in two months; how many. */
    prune: (): Promise<number> =>
      db('ai_cache')
        .where('used_at', '<', now() - keptDays * dayMs)
        .del(),
  };
}
export type Reuse = ReturnType<typeof createReuse>;
