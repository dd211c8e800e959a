import * as z from 'zod';
import { waySchema } from './ai.ts';

const verdictSchema = z.object({
  /** Title of the sample post, or the text of the comment. */
  text: z.string(),
  /** Whether it is a lead. */
  expected: z.boolean(),
  /** Whether the model says so; null without a valid verdict. */
  said: z.boolean().nullable(),
  reason: z.string(),
});
export type ModelVerdict = z.infer<typeof verdictSchema>;

/** A part of the 20 samples, judged by a model in one request. */
export const modelCheckPartSchema = z.object({
  /** False: the model could not be asked, and `message` says why. */
  ok: z.boolean(),
  message: z.string(),
  /** How many parts there are. */
  parts: z.number().int().min(0),
  way: waySchema.nullable(),
  verdicts: z.array(verdictSchema),
  seconds: z.number(),
  /** Null without a price. */
  cost: z.number().nullable(),
});
export type ModelCheckPart = z.infer<typeof modelCheckPartSchema>;

/** What 20 samples say about a model. */
export interface ModelCheck {
  posts: number;
  /** With a valid verdict. */
  valid: number;
  /** As it is known to be. */
  right: number;
  secondsPerPost: number;
  costPerPost: number | null;
  /** Where the model is wrong, or gave no verdict. */
  wrong: ModelVerdict[];
}

export function summarizeCheck(parts: readonly ModelCheckPart[]): ModelCheck {
  const verdicts = parts.flatMap((part) => part.verdicts);
  const posts = verdicts.length;
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
  const costs = parts.flatMap(({ cost }) => cost ?? []);
  const wrong = verdicts.filter(({ said, expected }) => said !== expected);
  return {
    posts,
    valid: verdicts.filter(({ said }) => said !== null).length,
    right: posts - wrong.length,
    secondsPerPost: posts === 0 ? 0 : sum(parts.map(({ seconds }) => seconds)) / posts,
    costPerPost: posts === 0 || costs.length < parts.length ? null : sum(costs) / posts,
    wrong,
  };
}
