import { type Voice, type VoiceDescription, type VoiceInput, voiceLimits } from '#shared/voice.ts';
import type { Ai } from '#core/ai/service.ts';
import { type Actor, ownerOf, userIdOf } from '#core/platform/actor.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { listOwnReplies } from '../drafts/own-replies.ts';
import { findVoice, saveVoice } from '../drafts/queries.ts';
import { describeWriting } from './describe.ts';

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
      const spender = { userId: ownerOf(actor), campaignId: null };
      const written = await ai.describe({ texts, spender, signal: ending.signal });
      return { ...(written ?? { profile: describeWriting(texts), by: 'builtin' }), read: texts.length };
    },
    close: (): void => ending.abort(new AppError('unavailable', 'Earshot is stopping')),
  };
}
