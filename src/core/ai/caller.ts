import type { Sleep } from '#core/platform/clock.ts';
import { type AttemptOptions, createAttempt } from './attempt.ts';
import { AiFailure, type AiModels } from './provider.ts';
import type { Question, Reply } from './question.ts';
import type { createTurns } from './turns.ts';

interface Options extends AttemptOptions {
  inTurn: ReturnType<typeof createTurns>;
  sleep: Sleep;
  /** 0 to 1, for jitter. */
  random: () => number;
}

export interface Caller {
  providerId: string;
  models: AiModels;
  /** Throws `AiUnavailable` if no model was asked, `AiFailure` if all attempts failed, or the signal's reason. */
  ask(question: Question): Promise<Reply>;
}

const tries = 3;
const firstBackoffMs = 500;
/** If a server asks for a longer wait, give up until the next run. */
const longestWaitMs = 60_000;
/** Two response formats, the token limit, and the temperature. They don't count as attempts: nothing was generated. */
const maxForms = 4;

/** Asks the model with a concurrency limit, a budget, and retries. */
export function createCaller({ inTurn, sleep, random, ...options }: Options): Caller {
  const { models, id } = options.provider;
  const attempt = createAttempt(options);

  async function ask(question: Question): Promise<Reply> {
    const model = (question.size === 'strong' ? models.strong : null) ?? models.small;
    let failures = 0;
    let forms = 0;
    for (;;) {
      try {
        return await attempt(question, model);
      } catch (error) {
        if (!(error instanceof AiFailure)) throw error;
        if (error.kind === 'form' && forms < maxForms) {
          forms += 1;
          continue;
        }
        failures += 1;
        const wait = error.waitMs ?? random() * firstBackoffMs * 2 ** failures;
        if (!error.passing || failures >= tries || wait > longestWaitMs) throw error;
        await sleep(wait, question.signal);
      }
    }
  }

  return {
    providerId: id,
    models,
    ask: (question) => inTurn({ user: question.spender.userId ?? '', signal: question.signal }, () => ask(question)),
  };
}
