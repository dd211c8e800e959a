import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Reading } from '../reading/reading.ts';
import { formsOf, type Head, headOf, headSchema, oddsOf, partsOf, weighedSum } from './form.ts';
import { aboutOf } from './offer-signs.ts';
import type { Profile } from './profile.ts';

const signsSchema = z.object({
  form: z.number(),
  stated: z.number(),
  own: z.number(),
  foreign: z.number(),
  thread: z.number(),
  constant: z.number(),
});
const modelSchema = z.object({
  /** Words that are kept, separated by spaces; all others only show that something is named. */
  words: z.string(),
  /** Whether its author needs something, whatever it is. */
  needs: headSchema,
  /** Weights of what tells whether its author needs the offering. */
  lead: signsSchema,
});
export type CommentModel = z.infer<typeof modelSchema>;

/** What a comment says about whether its author needs the offering. */
export type CommentSigns = z.infer<typeof signsSchema>;

interface Opened {
  words: ReadonlySet<string>;
  needs: Head;
  lead: CommentSigns;
}

let shipped: Opened | null = null;

/** The shipped model, fitted by `training/comments.ts`. */
function openModel(): Opened {
  if (shipped) return shipped;
  const { words, needs, lead } = modelSchema.parse(JSON.parse(readFileSync(new URL('./comment-model.json', import.meta.url), 'utf8')));
  shipped = { words: new Set(words.split(' ')), needs: headOf(needs), lead };
  return shipped;
}

/** Words after these say nothing new about its form. */
const longest = 150;
export const commentParts = ({ item, tokens }: Reading): string[] => partsOf(item.body, tokens.slice(0, longest));

/** Cached, because it is the same for all campaigns. */
const known = new WeakMap<Reading, number>();

/** Log odds, by the form of a comment, that its author needs something. */
function formOdds(reading: Reading): number {
  const found = known.get(reading);
  if (found !== undefined) return found;
  const { words, needs } = openModel();
  const odds = oddsOf(needs, formsOf(commentParts(reading), words));
  known.set(reading, odds);
  return odds;
}

/** From here on, a clearer form says no more. */
const clearForm = 3;

/** A thing named in a request that fits less than this is another one. */
export const foreignFit = 0.2;

interface Request {
  /** How likely its phrases ask for something, 0 to 1. */
  stated: number;
  /** How likely the requested object is the offering, 0 to 1; null if none is named. */
  fit: number | null;
}

/** @param form log odds, by its form, that its author needs something */
export function commentSigns(profile: Profile, reading: Reading, { form, stated, fit }: Request & { form: number }): CommentSigns {
  const { bodyStems, gist, thread } = reading;
  return {
    form: Math.max(-clearForm, Math.min(clearForm, form)),
    stated,
    own: aboutOf(profile, [bodyStems], gist),
    foreign: fit !== null && fit < foreignFit ? 1 : 0,
    // One that names what it wants doesn't mean what its thread is about.
    thread: thread && fit === null ? aboutOf(profile, [thread.stems], thread.gist) : 0,
    constant: 1,
  };
}

/** Log odds that a comment's author needs the offering. */
export function commentLead(profile: Profile, reading: Reading, request: Request): number {
  const { lead } = openModel();
  return weighedSum(commentSigns(profile, reading, { ...request, form: formOdds(reading) }), lead);
}
