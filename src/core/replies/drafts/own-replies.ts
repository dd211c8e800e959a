import type { Db } from '#core/platform/db/connect.ts';
import type { Draft } from '#core/ai/drafts.ts';
import { type Background, importanceOf, isCommon, readBackground } from '#core/text/background.ts';
import { languageOf } from '#core/text/language.ts';
import { stemIn } from '#core/text/stems.ts';
import { tokensIn } from '#core/text/tokens.ts';
import { listItems } from '../activity/queries.ts';
import { findVoice, listSent } from './queries.ts';

/** Something that the user wrote, with the question it answers. */
export interface OwnReply {
  /** Empty if it isn't known; then the reply stands for it. */
  question: string;
  text: string;
  /** Title of the thread; empty if it is gone. */
  title: string;
  subreddit: string;
  /** UTC ms; null for a sample that the user pasted. */
  at: number | null;
}

/** Newest of each kind. */
const maxRead = 200;
/** Shorter ones, such as thanks, say nothing. */
const leastWords = 8;
const isLong = (text: string): boolean => text.split(/\s+/, leastWords + 1).filter(Boolean).length >= leastWords;

/** What the user replied, through Earshot and by hand, newest first, and the samples that they pasted. */
export async function listOwnReplies(db: Db, userId: number): Promise<OwnReply[]> {
  const sent = await listSent(db, userId, maxRead);
  const known = new Set(sent.map(({ thing_fullname }) => thing_fullname));
  const comments = await listItems(db, { userId, username: null, kind: 'comment', cursor: null, limit: maxRead });
  const voice = await findVoice(db, userId);
  const samples = voice ? (JSON.parse(voice.samples) as string[]) : [];
  return [
    ...sent.map(({ title, body, text, subreddit, created_at }) => ({
      question: `${title}\n${body}`,
      title,
      text,
      subreddit,
      at: created_at,
    })),
    ...comments
      .filter(({ fullname }) => !known.has(fullname))
      .map(({ title, body, subreddit, created_at }) => ({ question: title, title, text: body, subreddit, at: created_at })),
    ...samples.map((text) => ({ question: '', title: '', text, subreddit: '', at: null })),
  ]
    .filter(({ text }) => isLong(text))
    .toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0));
}

/** The distinctive stems of a text, and how much each says about it. */
function stemWeights(text: string, background: Background, numbers: ReadonlyMap<string, number>): Map<string, number> {
  const tokens = tokensIn(text);
  const language = languageOf(tokens);
  return new Map(
    tokens.flatMap((token): [string, number][] => {
      const stem = stemIn(language, token.text);
      const number = numbers.get(stem) ?? numbers.size;
      return isCommon(number, background) ? [] : [[stem, importanceOf(number, background) ** 2]];
    }),
  );
}

const sumOf = (weights: Iterable<number>): number => [...weights].reduce((sum, weight) => sum + weight, 0);

/** The cosine of two texts' stems: 0 if they have none in common, 1 if all. */
function similarity(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const common = sumOf([...one].map(([stem, weight]) => (other.has(stem) ? weight : 0)));
  return common === 0 ? 0 : common / Math.sqrt(sumOf(one.values()) * sumOf(other.values()));
}

/** Below this, two questions are about different things. */
const leastSimilar = 0.15;
const most = 3;
const longestTitle = 60;

const shortTitle = (title: string): string =>
  title.length <= longestTitle ? title : `${title.slice(0, longestTitle).toWellFormed().trimEnd()}…`;

function labelOf({ title, subreddit, at }: OwnReply, timeZone: string): string {
  if (at === null) return 'Your sample';
  const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone }).format(at);
  return title === '' ? `Your reply in ${subreddit}, ${day}` : `Your reply to “${shortTitle(title)}”, ${day}`;
}

/** Those whose question has most in common with it, as they were written; what the user said, not a draft. */
export function fittingReplies(
  replies: readonly OwnReply[],
  { title, body, timeZone }: { title: string; body: string; timeZone: string },
): Draft[] {
  if (replies.length === 0) return [];
  const background = readBackground();
  const numbers = new Map(background.stems.map((stem, number) => [stem, number]));
  const weightsOf = (text: string): Map<string, number> => stemWeights(text, background, numbers);
  const asked = weightsOf(`${title}\n${body}`);
  return replies
    .filter((reply) => reply.title === '' || reply.title !== title)
    .map((reply) => ({ reply, likeness: similarity(asked, weightsOf(reply.question || reply.text)) }))
    .filter(({ likeness }) => likeness >= leastSimilar)
    .toSorted((a, b) => b.likeness - a.likeness)
    .filter(({ reply }, index, all) => all.findIndex((other) => other.reply.text === reply.text) === index)
    .slice(0, most)
    .map(({ reply }) => ({ label: labelOf(reply, timeZone), text: reply.text }));
}
