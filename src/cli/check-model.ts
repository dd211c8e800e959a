import { AiFailure } from '#core/ai/provider.ts';
import { createProvider } from '#core/ai/registry.ts';
import type { Config } from '#core/platform/config.ts';
import { messageOf } from '#core/platform/errors.ts';
import type { Finding } from './finding.ts';

const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false };
const question = { system: 'You answer with JSON alone.', prompt: 'Answer {"ok": true}', schema, maxTokens: 20 };
const maxForms = 5;
const check = 'model';

const textOf = (error: unknown): string =>
  error instanceof AiFailure ? `${error.message}${error.hint === null ? '' : `: ${error.hint}`}` : messageOf(error);

/** Asks each configured model a tiny question. Not recorded in the ledger, because doctor runs without a database. */
export async function checkModel(ai: Config['ai']): Promise<Finding> {
  const provider = createProvider(ai, Date.now);
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
    return { check, level: 'ok', message: `${provider.name} responds with ${models.join(' and ')}` };
  } catch (error) {
    return {
      check,
      level: 'act',
      message: `${provider.name} can't be used (${textOf(error)}). The built-in scorer is used until this is fixed`,
    };
  } finally {
    await provider.close();
  }
}
