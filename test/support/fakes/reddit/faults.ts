import type { FakeReply, FakeRequest } from './routes.ts';

/** A failure: a reply instead of the real one, or a change to it. */
export type Fault =
  | { kind: 'reply'; reply: FakeReply }
  /** The same, after the request was handled: Reddit has posted comments that it then refused. */
  | { kind: 'belie'; reply: FakeReply }
  /** Runs something to its end just before the real reply is created. */
  | { kind: 'meanwhile'; run: () => void | Promise<void> }
  /** The real reply with its body cut in half. */
  | { kind: 'cut' }
  /** Drops the connection without a reply; with `afterHeaders`, after the headers and half of the body. */
  | { kind: 'drop'; afterHeaders?: boolean }
  /** Drops the connection before the request is handled. */
  | { kind: 'refuse' }
  /** The real reply, delayed by this many real milliseconds. */
  | { kind: 'slow'; ms: number };

interface Rule {
  fault: Fault;
  /** Which requests; all if absent. */
  when?: (request: FakeRequest) => boolean;
  /** How many times; unlimited if absent. */
  times?: number;
  /** Time on the fake's clock, UTC ms. */
  until?: number;
}

const json = 'application/json; charset=UTF-8';
const html = 'text/html; charset=UTF-8';

const reply = (status: number, body: string, headers: Record<string, string>): Fault => ({
  kind: 'reply',
  reply: { status, body, headers },
});

export const fault = {
  /** 429 as JSON, optionally with headers such as `retry-after` or `x-ratelimit-reset`. */
  tooMany: (headers: Record<string, string> = {}) =>
    reply(429, '{"message":"Too Many Requests","error":429}', { 'content-type': json, ...headers }),
  tooManyHtml: (retryAfter: number) =>
    reply(429, '<!doctype html><html><title>Too Many Requests</title><h1>whoa there, pardner!</h1></html>', {
      'content-type': html,
      'retry-after': String(retryAfter),
    }),
  blocked: () =>
    reply(403, '<html><head><title>Blocked</title></head><body>Your request has been blocked due to a network policy.</body></html>', {
      'content-type': 'text/html',
    }),
  serverError: (status = 503) => reply(status, '', { 'content-type': json }),
  webPage: () => reply(200, '<!doctype html><html><title>Just a moment</title></html>', { 'content-type': html }),
  redirect: (location: string, status = 302) => reply(status, '', { location }),
  unauthorized: () =>
    reply(401, '{"message":"Unauthorized","error":401}', {
      'content-type': json,
      'www-authenticate': 'Bearer realm="reddit", error="invalid_token"',
    }),
  forbidden: () => reply(403, '{"message":"Forbidden","error":403}', { 'content-type': json }),
  json: (status: number, body: unknown) => reply(status, JSON.stringify(body), { 'content-type': json }),
  belie: (given: Fault): Fault => (given.kind === 'reply' ? { ...given, kind: 'belie' } : given),
  cut: (): Fault => ({ kind: 'cut' }),
  drop: (afterHeaders = false): Fault => ({ kind: 'drop', afterHeaders }),
  refuse: (): Fault => ({ kind: 'refuse' }),
  meanwhile: (run: () => void | Promise<void>): Fault => ({ kind: 'meanwhile', run }),
  slow: (ms: number): Fault => ({ kind: 'slow', ms }),
};

export function createFaults(now: () => number) {
  const rules: Rule[] = [];
  return {
    /** Adds a fault; the first rule that matches a request applies. */
    add(rule: Rule) {
      rules.push({ ...rule });
    },
    clear() {
      rules.length = 0;
    },
    /** Returns the fault for this request, if any. */
    take(request: FakeRequest): Fault | null {
      const rule = rules.find(
        ({ when, times = 1, until }) => times > 0 && (until === undefined || now() < until) && (!when || when(request)),
      );
      if (rule?.times !== undefined) rule.times -= 1;
      return rule?.fault ?? null;
    },
  };
}
