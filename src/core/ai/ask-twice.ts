import type { Caller } from './caller.ts';
import { AiFailure } from './provider.ts';
import { AiUnavailable, type Question } from './question.ts';

export interface ModelClient {
  caller: Caller;
  /** Unguessable, at least 16 letters and digits. */
  newToken: () => string;
}

interface Request<T> extends Omit<Question, 'size' | 'items' | 'isUsable'> {
  /** Null for an unusable answer. */
  read: (text: string) => T | null;
}

const again = 'An earlier answer could not be used. Answer exactly in the form asked for.';

/**
 * Asks the best model, and once more if the answer is unusable. Null if no usable answer arrives, for whatever reason:
 * callers have a built-in alternative. Throws only the signal's reason.
 */
export async function askTwice<T>({ caller }: ModelClient, { read, ...question }: Request<T>): Promise<{ value: T; by: string } | null> {
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
