import * as z from 'zod';
import { readJson } from '../answers/read-json.ts';
import { normalizeText } from '#core/scoring/text/normalize.ts';
import { withoutLinks } from './links.ts';
import { type Draft, draftLabels } from './request.ts';

const answerSchema = z.object({
  variants: z.array(z.union([z.object({ text: z.string() }), z.string().transform((text) => ({ text }))])).min(3),
});

const [shortest, longest] = [15, 1200];

/** Three different replies without links; null if the model wrote fewer. */
export function readDrafts(text: string): Draft[] | null {
  const parsed = answerSchema.safeParse(readJson(text));
  if (!parsed.success) return null;
  const drafts = draftLabels.map((label, index) => {
    const written = parsed.data.variants[index]?.text ?? '';
    return { label, text: normalizeText(withoutLinks(written.slice(0, 4 * longest)), longest) };
  });
  const isWhole =
    drafts.every(({ text: draft }) => draft.length >= shortest) && new Set(drafts.map(({ text: draft }) => draft)).size === drafts.length;
  return isWhole ? drafts : null;
}
