import type { Now } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import { createUpstream, type GuardOf } from '#core/platform/http/upstream.ts';
import { createOllama } from './ollama.ts';
import { createOpenai } from './openai.ts';
import type { AiProvider } from './provider.ts';

const providers = { ollama: createOllama, openai: createOpenai };

export const addressKeyOf = (provider: 'ollama' | 'openai'): string => (provider === 'ollama' ? 'ai.ollama.host' : 'ai.openai.baseUrl');

export const addressOf = ({ provider, ollama, openai }: Pick<Config['ai'], 'provider' | 'ollama' | 'openai'>): string =>
  provider === 'ollama' ? ollama.host : openai.baseUrl;

/** The configured provider; null for `builtin`, which needs none. */
export function createProvider(config: Config['ai'], now: Now, guardOf: GuardOf = () => null): AiProvider | null {
  if (config.provider === 'builtin') return null;
  const guard = guardOf(addressKeyOf(config.provider));
  const upstream = createUpstream({ userAgent: 'Earshot', timeoutMs: config.limits.timeoutMs, guard });
  return providers[config.provider](config, { upstream, now });
}
