import {
  countTokens,
  type Fault,
  isAboutSamples,
  jsonReply,
  type Responder,
  type Reply,
  type Request,
  startModelServer,
  textsOf,
} from '#test/ai/support/model-server.ts';
import { responders } from '#test/ai/support/responders.ts';

/** How much of the API a compatible server supports. */
interface Habits {
  answers: ('json_schema' | 'json_object')[];
  limits: ('max_tokens' | 'max_completion_tokens')[];
  temperature: boolean;
  /** Values of `reasoning_effort` that it takes; null: it ignores it. */
  efforts: string[] | null;
  /** Status for unsupported requests; some servers use 500. */
  refusal: number;
}

interface Options {
  respond: Responder;
  models?: string[];
  apiKey?: string;
  habits?: Partial<Habits>;
  /** Whether the samples with which a model is tried go to `respond`, too; else the server answers sensibly by itself. */
  judges?: boolean;
  /** Changes the message of a reply, and why it ended. */
  as?: (content: string) => { message?: Record<string, unknown>; finish_reason?: string };
}

const full: Habits = {
  answers: ['json_schema', 'json_object'],
  limits: ['max_tokens', 'max_completion_tokens'],
  temperature: true,
  efforts: null,
  refusal: 400,
};

const errorReply = (status: number, message: string, rest: { type?: string; code?: string | null; param?: string | null } = {}): Reply =>
  jsonReply(status, { error: { message, type: 'invalid_request_error', param: null, code: null, ...rest } });

const asFault = (reply: Reply, headers: Record<string, string> = {}): Fault => ({
  kind: 'reply',
  reply: { ...reply, headers: { ...reply.headers, ...headers } },
});

export const openaiFault = {
  badKey: asFault(errorReply(401, 'Incorrect API key provided: sk-wrong.', { code: 'invalid_api_key' })),
  noCredit: asFault(
    errorReply(429, 'You exceeded your current quota, please check your plan and billing details.', {
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    }),
  ),
  /** Of Claude and Gemini. */
  noCreditLeft: asFault(errorReply(400, 'Your credit balance is too low to access the Anthropic API.')),
  keyNotValid: asFault(jsonReply(400, [{ error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }])),
  payment: asFault(jsonReply(402, { error: { message: 'Insufficient credits', code: 402 } })),
  forbidden: asFault(errorReply(403, 'Country, region, or territory not supported')),
  tooLong: asFault(errorReply(400, "This model's maximum context length is 4096 tokens.", { code: 'context_length_exceeded' })),
  tooMany: (retryAfter: string): Fault =>
    asFault(errorReply(429, 'Rate limit reached for requests', { type: 'requests', code: 'rate_limit_exceeded' }), {
      'retry-after': retryAfter,
    }),
  broken: asFault(errorReply(500, 'The server had an error while processing your request.', { type: 'server_error' })),
};

/** A chat completions server on loopback: `/v1/chat/completions` (streams on request) and `/v1/models`, with a key. */
export async function startFakeOpenai({ respond, models = ['gpt-6-luna'], apiKey = 'sk-test', habits = {}, judges = false, as }: Options) {
  const fake = { respond };
  const isPassing = (request: Request): boolean => !judges && isAboutSamples(request);
  const server = await startModelServer(
    (request) => {
      if (request.headers.authorization !== `Bearer ${apiKey}`) {
        return errorReply(401, 'Incorrect API key provided.', { code: 'invalid_api_key' });
      }
      if (request.path === '/v1/models')
        return jsonReply(200, { object: 'list', data: models.map((id) => ({ id, object: 'model', owned_by: 'fake' })) });
      if (request.path !== '/v1/chat/completions') return errorReply(404, `Invalid URL (${request.method} ${request.path})`);
      if (isPassing(request)) return complete(request, { models, habits: full, respond: responders.sensible });
      return complete(request, { models, habits: { ...full, ...habits }, respond: fake.respond, as });
    },
    { isPassing },
  );
  return Object.assign(server, {
    /** Value for `ai.openai.baseUrl`. */
    baseUrl: `${server.origin}/v1`,
    apiKey,
    setResponder: (next: Responder): void => void (fake.respond = next),
  });
}
interface ResponseFormat {
  type: 'json_schema' | 'json_object' | 'text';
  json_schema?: { name?: string; schema?: unknown };
}

function refusalFor({ json }: Request, { answers, limits, temperature, efforts, refusal }: Habits): Reply | null {
  const format = json['response_format'] as ResponseFormat | undefined;
  if (format && format.type !== 'text' && !answers.includes(format.type)) {
    return errorReply(refusal, `'response_format' of type '${format.type}' is not supported by this model`, { param: 'response_format' });
  }
  if (format?.type === 'json_schema' && (!format.json_schema?.name || !format.json_schema.schema)) {
    return errorReply(400, "Missing required parameter: 'response_format.json_schema'.", { param: 'response_format.json_schema' });
  }
  const { system, prompt } = textsOf(json['messages']);
  if (format?.type === 'json_object' && !/json/i.test(system + prompt)) {
    return errorReply(400, "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.");
  }
  if ('max_tokens' in json && !limits.includes('max_tokens')) {
    return errorReply(
      refusal,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: 'max_tokens' },
    );
  }
  const effort = json['reasoning_effort'];
  if (typeof effort === 'string' && efforts && !efforts.includes(effort)) {
    const list = efforts.map((each) => `'${each}'`).join(', ');
    return errorReply(refusal, `Unsupported value: '${effort}' is not supported with this model. Supported values are: ${list}.`, {
      param: 'reasoning_effort',
    });
  }
  if (json['temperature'] !== undefined && json['temperature'] !== 1 && !temperature) {
    return errorReply(
      refusal,
      "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
    );
  }
  return null;
}

interface Completing extends Pick<Options, 'respond' | 'as'> {
  models: string[];
  habits: Habits;
}

function complete(request: Request, { models, habits, respond, as }: Completing): Reply {
  const { json } = request;
  const model = typeof json['model'] === 'string' ? json['model'] : '';
  if (!models.includes(model))
    return errorReply(404, `The model \`${model}\` does not exist or you do not have access to it.`, { code: 'model_not_found' });
  const refused = refusalFor(request, habits);
  if (refused) return refused;
  const { system, prompt } = textsOf(json['messages']);
  const schema = (json['response_format'] as ResponseFormat | undefined)?.json_schema?.schema ?? null;
  const limit = json['max_completion_tokens'] ?? json['max_tokens'];
  const content = respond({
    model,
    system,
    prompt,
    schema,
    maxTokens: typeof limit === 'number' ? limit : null,
    think: json['reasoning_effort'],
  });
  const { message, ...ending } = as?.(content) ?? {};
  const usage = {
    prompt_tokens: countTokens(system + prompt),
    completion_tokens: countTokens(content),
    total_tokens: countTokens(system + prompt + content),
  };
  const base = { id: 'chatcmpl-fake', created: 1_795_251_600, model };
  if (json['stream'] !== true) {
    const choice = {
      index: 0,
      message: { role: 'assistant', content, refusal: null, ...message },
      logprobs: null,
      finish_reason: 'stop',
      ...ending,
    };
    return jsonReply(200, { ...base, object: 'chat.completion', choices: [choice], usage });
  }
  const deltas = (content.match(/\s*\S+/g) ?? []).map((word) => ({ index: 0, delta: { content: word }, finish_reason: null }));
  const chunks = [...deltas, { index: 0, delta: {}, finish_reason: 'stop' }].map((choice) =>
    Object.assign({ object: 'chat.completion.chunk', choices: [choice] }, base),
  );
  const pieces = [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'];
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, pieces };
}
