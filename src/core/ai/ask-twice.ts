import type { Caller } from './caller.ts';
import { AiFailure } from './provider.ts';
import { AiUnavailable, type Question } from './question.ts';

export interface Speaker {
  caller: Caller;
  /** Unguessable, at least 16 characters of letters and figures. */
  newToken: () => string;
}

interface Request<T> extends Omit<Question, 'size' | 'items' | 'isUsable'> {
  /** Null for an answer that cannot be used. */
  read: (text: string) => T | null;
}

const again = 'An earlier answer could not be used. Answer exactly in the form asked for.';

/**
 * One answer of the best model, asked a second time when the first cannot be used. Null when there is none, for whatever
 * reason: whoever asks has a built-in way. Throws only the signal's reason.
 */
export async function askTwice<T>({ caller }: Speaker, { read, ...question }: Request<T>): Promise<{ value: T; by: string } | null> {
  for (const note of ['', `${again}\n\n`]) {
    try {
      const prompt = `${note}${question.prompt}`;
      const { text, model } = await caller.ask({
        ...question,
        prompt,
        size: 'strong',
        items: 0,
        isUsable: (answer) => read(answer) !== null,
      });
      const value = read(text);
      if (value !== null) return { value, by: `${caller.providerId}:${model}` };
    } catch (error) {
      if (error instanceof AiFailure || error instanceof AiUnavailable) return null;
      throw error;
    }
  }
  return null;
}
