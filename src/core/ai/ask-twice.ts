import { AiUnavailable, type Caller, type Question } from './caller.ts';
import { AiFailure } from './provider.ts';

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
 * Asks the best model, and once more if the answer is unusable: then the value is null, and so it is if this question will never be
 * answered. Null if the model couldn't be asked, or didn't answer: it may later. Callers have a built-in alternative. Throws only the signal's reason.
 */
export async function askTwice<T>(
  { caller }: ModelClient,
  { read, ...question }: Request<T>,
): Promise<{ value: T | null; by: string } | null> {
  let by = '';
  for (const note of ['', `\n\n${again}`]) {
    try {
      const prompt = `${question.prompt}${note}`;
      const { text, model } = await caller.ask({
        ...question,
        prompt,
        size: 'strong',
        items: 0,
        isUsable: (answer) => read(answer) !== null,
      });
      const value = read(text);
      by = `${caller.providerId}:${model}`;
      if (value !== null) return { value, by };
    } catch (error) {
      if (isForGood(error)) return { value: null, by };
      if (error instanceof AiFailure || error instanceof AiUnavailable) return null;
      throw error;
    }
  }
  return { value: null, by };
}

/** Refusals of what was asked, such as one that is too long. */
const aboutQuestion: ReadonlySet<number | null> = new Set([400, 413, 422]);
const isForGood = (error: unknown): boolean =>
  error instanceof AiUnavailable
    ? error.reason === 'too-large'
    : error instanceof AiFailure && error.kind === 'refused' && aboutQuestion.has(error.status);
