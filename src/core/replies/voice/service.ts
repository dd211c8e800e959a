import { type Voice, type VoiceDescription, type VoiceInput, voiceLimits } from '#shared/voice.ts';
import type { Ai } from '#core/ai/service.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { listOwnReplies } from '../drafts/own-replies.ts';
import { findVoice, saveVoice } from '../drafts/queries.ts';

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const sentencesOf = (text: string): string[] => text.split(/[.!?]+(?:\s|$)|\n+/).filter((sentence) => wordsOf(sentence).length > 1);

const contraction = /\b\w{1,12}(?:n['’]t|['’](?:s|m|re|ve|ll|d))\b/i;
const greeting = /^\s*(?:hi|hey|hello|hallo|hola|salut|bonjour|good (?:morning|evening))\b/i;
const farewell = /\b(?:cheers|best|regards|good luck|hope (?:that|this|it) helps|thanks|happy to help)[^\n]{0,40}$/i;
const list = /^\s*(?:[-*•]|\d{1,2}[.)])\s/m;
const emoji = /\p{Extended_Pictographic}/u;
const capital = /^\p{Lu}/u;

/** How often something is: null if it is neither usual nor unusual. */
function often(share: number, { always, never }: { always: string; never: string }): string | null {
  if (share >= 0.6) return always;
  return share <= 0.15 ? never : null;
}

const longestPhrase = 4;
/** Word sequences at the start of at least two texts. */
function openingsOf(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const words = wordsOf(text).slice(0, longestPhrase);
    // One word is typical only where it stands apart: "Honestly, …".
    for (let count = words[0]?.endsWith(',') ? 1 : 2; count <= words.length; count += 1) {
      const phrase = words.slice(0, count).join(' ');
      counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
    }
  }
  const repeated = [...counts].filter(([, count]) => count > 1).map(([phrase]) => phrase);
  return repeated.filter((phrase) => !repeated.some((other) => other !== phrase && other.startsWith(phrase))).slice(0, 2);
}

/** Describes without a model how somebody writes, by what can be counted. */
export function describeWriting(texts: readonly string[]): string {
  const share = (is: (text: string) => boolean): number => texts.filter(is).length / texts.length;
  const rounded = (count: number): number => (count < 20 ? count : Math.round(count / 5) * 5);
  const openings = openingsOf(texts);
  const parts = [
    `Replies of about ${rounded(median(texts.map((text) => wordsOf(text).length)))} words, in sentences of about ${median(texts.flatMap(sentencesOf).map((sentence) => wordsOf(sentence).length))}.`,
    often(
      share((text) => contraction.test(text)),
      { always: "Uses contractions (don't, it's).", never: 'No contractions.' },
    ),
    often(
      share((text) => greeting.test(text)),
      { always: 'Begins with a greeting.', never: 'Begins without a greeting.' },
    ),
    often(
      share((text) => farewell.test(text.trim())),
      { always: 'Ends with a kind closing line.', never: 'No closing line.' },
    ),
    often(
      share((text) => /\?\s*$/.test(text)),
      { always: 'Ends with a question.', never: 'Rarely ends with a question.' },
    ),
    often(
      share((text) => text.includes('!')),
      { always: 'Uses exclamation marks.', never: 'No exclamation marks.' },
    ),
    often(
      share((text) => list.test(text)),
      { always: 'Uses lists.', never: 'Plain paragraphs, no lists.' },
    ),
    often(
      share((text) => emoji.test(text)),
      { always: 'Uses emoji.', never: 'No emoji.' },
    ),
    share((text) => !capital.test(text.trim())) >= 0.6 ? 'Begins in lower case.' : null,
    openings.length === 0 ? null : `Often begins with ${openings.map((phrase) => `“${phrase} …”`).join(' or ')}.`,
  ];
  return parts.filter((part) => part !== null).join(' ');
}

interface Deps {
  db: Db;
  now: Now;
  ai: Pick<Ai, 'describe'>;
}

/** The newest of the user's own replies that are read. */
const maxRead = 30;

/** How a user writes, in words that drafts follow. */
export function createVoice({ db, now, ai }: Deps) {
  const ending = new AbortController();

  /** What the user wrote, without what they pasted. */
  async function ownTexts(userId: number): Promise<string[]> {
    return (await listOwnReplies(db, userId)).flatMap(({ text, at }) => (at === null ? [] : [text]));
  }

  async function get(actor: Actor): Promise<Voice> {
    const userId = userIdOf(actor);
    const row = await findVoice(db, userId);
    return {
      profile: row?.profile ?? '',
      samples: row ? (JSON.parse(row.samples) as string[]) : [],
      replies: (await ownTexts(userId)).length,
      updatedAt: isoTime(row?.updated_at),
    };
  }

  return {
    get,

    async replace(actor: Actor, { profile, samples }: VoiceInput): Promise<Voice> {
      await saveVoice(db, { user_id: userIdOf(actor), profile, samples: JSON.stringify(samples), updated_at: now() });
      return get(actor);
    },

    /** Throws `conflict` for fewer than three texts. */
    async describe(actor: Actor, { samples }: { samples?: string[] | undefined }): Promise<VoiceDescription> {
      const texts = (samples ?? (await ownTexts(userIdOf(actor)))).slice(0, maxRead);
      if (texts.length < voiceLimits.fewest)
        throw new AppError('conflict', `At least ${voiceLimits.fewest} replies are needed. Paste some that you wrote.`);
      const spender = { userId: String(userIdOf(actor)), campaignId: null };
      const written = await ai.describe({ texts, spender, signal: ending.signal });
      return { ...(written ?? { profile: describeWriting(texts), by: 'builtin' }), read: texts.length };
    },
    close: (): void => ending.abort(new AppError('unavailable', 'Earshot is stopping')),
  };
}
