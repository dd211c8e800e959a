import type { Now } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import { createUpstream } from '#core/platform/http/upstream.ts';
import { createOllama } from './ollama.ts';
import { createOpenai } from './openai.ts';
import type { AiProvider } from './provider.ts';

const providers = { ollama: createOllama, openai: createOpenai };

/** The configured provider; null for `builtin`, which needs none. */
export function createProvider(config: Config['ai'], now: Now): AiProvider | null {
  if (config.provider === 'builtin') return null;
  const upstream = createUpstream({ userAgent: 'Earshot', timeoutMs: config.limits.timeoutMs });
  return providers[config.provider](config, { upstream, now });
}
