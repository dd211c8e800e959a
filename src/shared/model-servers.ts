/** Price in US dollars per million tokens. */
export interface Price {
  in: number;
  out: number;
}

/** A model server that people choose by its name. All are reached through one of two clients. */
export interface ModelServer {
  id: string;
  label: string;
  provider: 'ollama' | 'openai';
  /** Its usual address: `ai.ollama.host` or `ai.openai.baseUrl`. */
  address: string;
  /** To begin with; empty where it depends on what was loaded. */
  model: string;
  /** Where a key comes from; null where none is needed. */
  keyFrom: string | null;
  /** List prices of its models, and the day they were read (ISO). */
  prices: Readonly<Record<string, Price>>;
  pricesOf: string;
}

const own = { keyFrom: null, prices: {}, pricesOf: '' };

export const modelServers = [
  {
    ...own,
    id: 'ollama',
    label: 'Ollama',
    provider: 'ollama',
    address: 'http://127.0.0.1:11434',
    model: 'qwen3:4b-instruct',
    // On the operator's own machine.
    prices: { 'qwen3:4b-instruct': { in: 0, out: 0 } },
  },
  { ...own, id: 'lm-studio', label: 'LM Studio', provider: 'openai', address: 'http://127.0.0.1:1234/v1', model: '' },
  { ...own, id: 'llama-cpp', label: 'llama.cpp server', provider: 'openai', address: 'http://127.0.0.1:8080/v1', model: '' },
  {
    id: 'openai',
    label: 'OpenAI',
    provider: 'openai',
    address: 'https://api.openai.com/v1',
    model: 'gpt-6-luna',
    keyFrom: 'platform.openai.com/api-keys',
    prices: {
      'gpt-6-luna': { in: 0.1, out: 0.5 },
      'gpt-6-sol': { in: 2, out: 10 },
      'gpt-5.6-luna': { in: 0.2, out: 1.2 },
      'gpt-5.6-terra': { in: 2, out: 12 },
      'gpt-5.4-mini': { in: 0.75, out: 4.5 },
      'gpt-5.4-nano': { in: 0.2, out: 1.25 },
      'gpt-4.1': { in: 2, out: 8 },
      'gpt-4.1-mini': { in: 0.4, out: 1.6 },
      'gpt-4.1-nano': { in: 0.1, out: 0.4 },
    },
    pricesOf: '2026-09-22',
  },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    provider: 'openai',
    address: 'https://openrouter.ai/api/v1',
    model: 'openai/gpt-6-luna',
    keyFrom: 'openrouter.ai/settings/keys',
    prices: {},
    pricesOf: '',
  },
  {
    id: 'anthropic',
    label: 'Anthropic',
    provider: 'openai',
    address: 'https://api.anthropic.com/v1',
    model: 'claude-haiku-4-5',
    keyFrom: 'console.anthropic.com/settings/keys',
    prices: { 'claude-haiku-4-5': { in: 1, out: 5 } },
    pricesOf: '2026-04-30',
  },
  {
    id: 'gemini',
    label: 'Gemini',
    provider: 'openai',
    address: 'https://generativelanguage.googleapis.com/v1beta/openai',
    model: 'gemini-3.1-flash-lite',
    keyFrom: 'aistudio.google.com/apikey',
    prices: { 'gemini-3.1-flash-lite': { in: 0.25, out: 1.5 } },
    pricesOf: '2026-04-30',
  },
  {
    id: 'groq',
    label: 'Groq',
    provider: 'openai',
    address: 'https://api.groq.com/openai/v1',
    model: 'openai/gpt-oss-20b',
    keyFrom: 'console.groq.com/keys',
    prices: {},
    pricesOf: '',
  },
  {
    id: 'mistral',
    label: 'Mistral',
    provider: 'openai',
    address: 'https://api.mistral.ai/v1',
    model: 'mistral-small-latest',
    keyFrom: 'console.mistral.ai/api-keys',
    prices: { 'mistral-small-latest': { in: 0.15, out: 0.6 } },
    pricesOf: '2026-04-22',
  },
] as const satisfies readonly ModelServer[];

/** The server of these settings; null for one without a name here. An Ollama is one at any address. */
export const modelServerOf = (provider: string, address: string): ModelServer | null =>
  modelServers.find(
    (server) => server.provider === provider && (provider === 'ollama' || server.address === address.replace(/\/+$/, '')),
  ) ?? null;
