import {
  countTokens,
  isAboutSamples,
  jsonReply,
  type Responder,
  type Reply,
  type Request,
  startModelServer,
  textsOf,
} from '#test/ai/support/model-server.ts';
import { responders } from '#test/ai/support/responders.ts';

interface Options {
  respond: Responder;
  /** Installed models. */
  models?: string[];
  /** What `/api/show` tells about all of them. */
  show?: Record<string, unknown>;
  /** Whether the samples with which a model is tried go to `respond`, too; else the server answers sensibly by itself. */
  judges?: boolean;
  /** Changes the message of a reply, why it ended, and the counts. */
  as?: (content: string) => {
    message?: Record<string, unknown>;
    done_reason?: string;
    prompt_eval_count?: null;
    eval_count?: null;
  };
}

const plainModel = { capabilities: ['completion', 'tools'], details: { parameter_size: '8.0B' } };

/** An Ollama on loopback: `/api/chat` (streams unless told otherwise), `/api/show`, `/api/tags`, `/api/version`, as in its docs/api.md. */
export async function startFakeOllama({ respond, models = ['qwen3:4b-instruct'], show = plainModel, judges = false, as }: Options) {
  const fake = { respond };
  const listed = models.map((name) => (name.includes(':') ? name : `${name}:latest`));
  const about = ({ path, json }: Request): Reply | null => {
    if (path !== '/api/show') return null;
    return models.includes(String(json['model'])) ? jsonReply(200, show) : jsonReply(404, { error: 'model not found' });
  };
  const isPassing = (request: Request): boolean => !judges && isAboutSamples(request);
  const server = await startModelServer(
    (request) => {
      if (request.path === '/api/version') return jsonReply(200, { version: '0.5.1' });
      if (request.path === '/api/tags') return jsonReply(200, { models: listed.map((name) => ({ name, model: name })) });
      if (request.path !== '/api/chat' || request.method !== 'POST') {
        return { status: 404, headers: { 'content-type': 'text/plain' }, pieces: ['404 page not found'] };
      }
      return chat(request, { models, respond: isPassing(request) ? responders.sensible : fake.respond, as });
    },
    { about, isPassing },
  );
  return Object.assign(server, {
    /** Value for `ai.ollama.host`. */
    host: server.origin,
    setResponder: (next: Responder): void => void (fake.respond = next),
  });
}
export type FakeOllama = Awaited<ReturnType<typeof startFakeOllama>>;

function chat({ json }: Request, { models, respond, as }: Pick<Options, 'respond' | 'as'> & { models: string[] }): Reply {
  const model = typeof json['model'] === 'string' ? json['model'] : '';
  if (model === '') return jsonReply(400, { error: 'model is required' });
  if (!models.includes(model.replace(/:latest$/, ''))) return jsonReply(404, { error: `model '${model}' not found` });
  const { system, prompt } = textsOf(json['messages']);
  const { num_predict: maxTokens = null } = (json['options'] ?? {}) as { num_predict?: number };
  const content = respond({ model, system, prompt, schema: json['format'] ?? null, maxTokens, think: json['think'] });
  const { message, ...ending } = as?.(content) ?? {};
  const base = { model, created_at: '2026-11-21T09:00:00.000000Z' };
  const counts = {
    done_reason: 'stop',
    done: true,
    total_duration: 2_254_970_291,
    load_duration: 574_751_416,
    prompt_eval_count: countTokens(system + prompt),
    prompt_eval_duration: 1_502_000_000,
    eval_count: countTokens(content),
    eval_duration: 175_000_000,
    ...ending,
  };
  if (json['stream'] === false) return jsonReply(200, { ...base, message: { role: 'assistant', content, ...message }, ...counts });
  const words = content.match(/\s*\S+/g) ?? [];
  const lines = [
    ...words.map((word) => Object.assign({ message: { role: 'assistant', content: word }, done: false }, base)),
    { ...base, message: { role: 'assistant', content: '' }, ...counts },
  ];
  return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, pieces: lines.map((line) => `${JSON.stringify(line)}\n`) };
}
