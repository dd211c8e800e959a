import { isDeepStrictEqual } from 'node:util';
import { type Config, parseConfig } from './config.ts';
import type { GuardOf } from './http/upstream.ts';

/** Values by path, such as `reddit.clientId`. */
export type ConfigValues = Readonly<Record<string, unknown>>;

export interface LiveConfig {
  /** Always the current values. A section stays the same object until one of its values changes. */
  config: Config;
  /** Replaces the values set in the browser; those of the environment and the file win. Throws `ConfigError` and changes nothing if invalid. */
  apply(values: ConfigValues): void;
  /** The configuration as it would be with these values instead. Throws `ConfigError`. */
  preview(values: ConfigValues): Config;
  /** The guard for an address among the values set in the browser. */
  guardOf: GuardOf;
}

/** Where Ollama and LM Studio listen by default: on this machine, the host of a container, or the container next to it. */
const thisMachine = ['127.0.0.1', '::1', 'localhost', 'host.docker.internal'];
const localServers: Record<string, readonly string[]> = {
  'ai.ollama.host': [...thisMachine, 'ollama'].map((host) => `${host}:11434`),
  'ai.openai.baseUrl': thisMachine.map((host) => `${host}:1234`),
};

/** What admins name in the browser is guarded like what users name, except for a local Ollama or LM Studio. */
export function browserGuard({ origins, security }: Pick<Config, 'origins' | 'security'>, values: ConfigValues): GuardOf {
  return (key) => {
    if (!(key in values) || key in origins) return null;
    return { allowPrivateHosts: [...security.allowPrivateHosts, ...(localServers[key] ?? [])] };
  };
}

type Section = Record<string, unknown>;

function put(target: Section, path: string, value: unknown): void {
  const levels = path.split('.');
  let at = target;
  for (const level of levels.slice(0, -1)) at = at[level] as Section;
  at[levels.at(-1) ?? ''] = value;
}

/** A configuration whose values can change while Earshot runs. Read it when you use it: a value kept elsewhere becomes stale. */
export function createLiveConfig(base: Config): LiveConfig {
  const { origins, ...given } = base;
  let current = base;
  let applied: ConfigValues = {};

  function withValues(values: ConfigValues): Config {
    const input = structuredClone(given) as Section;
    for (const [path, value] of Object.entries(values)) if (!(path in origins)) put(input, path, value);
    return parseConfig(input, origins);
  }

  const config = {} as Config;
  for (const key of Object.keys(base) as (keyof Config)[])
    Object.defineProperty(config, key, { enumerable: true, get: () => current[key] });
  return {
    config,
    apply(values) {
      const next = withValues(values) as unknown as Section;
      const kept = Object.entries(next).map(([key, section]) => {
        const before: unknown = current[key as keyof Config];
        return [key, isDeepStrictEqual(before, section) ? before : section];
      });
      applied = values;
      current = Object.freeze(Object.fromEntries(kept)) as Config;
    },
    preview: withValues,
    guardOf: (key) => browserGuard(config, applied)(key),
  };
}
