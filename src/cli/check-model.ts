import { AiFailure } from '#core/ai/provider.ts';
import type { LedgerState } from '#core/ai/ledger-state.ts';
import { createProvider } from '#core/ai/registry.ts';
import type { Config } from '#core/platform/config.ts';
import { messageOf } from '#core/platform/errors.ts';
import type { GuardOf } from '#core/platform/http/upstream.ts';
import type { Finding } from './finding.ts';

const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false };
const question = { system: 'You answer with JSON alone.', prompt: 'Answer {"ok": true}', schema, maxTokens: 20 };
const maxForms = 5;
const check = 'model';

const textOf = (error: unknown): string =>
  error instanceof AiFailure ? `${error.message}${error.hint === null ? '' : `: ${error.hint}`}` : messageOf(error);

const clockOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

interface ModelCheck {
  /** What the ledger says, if there is one. */
  readLedgerState: () => Promise<LedgerState | null>;
  guardOf?: GuardOf;
}

/** Asks each configured model a tiny question, which isn't recorded in the ledger. */
export async function checkModel(ai: Config['ai'], { readLedgerState, guardOf }: ModelCheck): Promise<Finding> {
  const provider = createProvider(ai, Date.now, guardOf);
  if (!provider) return { check, level: 'ok', message: 'none. The built-in scorer is used' };
  const models = [provider.models.small, ...(provider.models.strong === null ? [] : [provider.models.strong])];
  const ask = async (model: string): Promise<void> => {
    for (let form = 1; ; form += 1) {
      try {
        await provider.generate({ ...question, model, signal: AbortSignal.timeout(ai.limits.timeoutMs) });
        return;
      } catch (error) {
        // Only the server's error shows which options it doesn't support; the next attempt leaves them out.
        if (!(error instanceof AiFailure && error.kind === 'form' && form < maxForms)) throw error;
      }
    }
  };
  try {
    for (const model of models) await ask(model);
    const spent = (await readLedgerState())?.spent ?? null;
    const message = `${provider.name} responds with ${models.join(' and ')}`;
    if (spent === null) return { check, level: 'ok', message };
    return { check, level: 'watch', message: `${message}. ${spent}; posts are scored without AI until midnight UTC (ai.limits)` };
  } catch (error) {
    const lastAnswerAt = (await readLedgerState())?.lastAnswerAt ?? null;
    const since = lastAnswerAt === null ? 'It has not answered yet' : `Last answer: ${clockOf(lastAnswerAt)}`;
    const message = `${provider.name} can't be used (${textOf(error)}). ${since}. The built-in scorer is used until this is fixed`;
    return { check, level: 'act', message };
  } finally {
    await provider.close();
  }
}
