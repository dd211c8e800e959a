import type { FakeReply, FakeRequest } from './routes.ts';

/** What goes wrong: a reply instead of the real one, or something done to the real one. */
export type Fault =
  | { kind: 'reply'; reply: FakeReply }
  /** Something happens on Reddit just before the real reply is made. */
  | { kind: 'meanwhile'; run: () => void }
  /** The real reply, its body cut in half. */
  | { kind: 'cut' }
  /** The connection ends without a reply; `after` first sends half of it. */
  | { kind: 'drop'; afterHeaders?: boolean }
  /** The connection ends before anything was done. */
  | { kind: 'refuse' }
  /** The real reply, so many real milliseconds late. */
  | { kind: 'slow'; ms: number };

interface Rule {
  fault: Fault;
  /** Which requests; all when absent. */
  when?: (request: FakeRequest) => boolean;
  /** How often; without end when absent. */
  times?: number;
  /** On the fake's clock, UTC ms. */
  until?: number;
}

const json = 'application/json; charset=UTF-8';
const html = 'text/html; charset=UTF-8';

const reply = (status: number, body: string, headers: Record<string, string>): Fault => ({
  kind: 'reply',
  reply: { status, body, headers },
});

export const fault = {
  /** 429 as JSON; headers such as `retry-after` or `x-ratelimit-reset` on demand. */
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
  cut: (): Fault => ({ kind: 'cut' }),
  drop: (afterHeaders = false): Fault => ({ kind: 'drop', afterHeaders }),
  refuse: (): Fault => ({ kind: 'refuse' }),
  meanwhile: (run: () => void): Fault => ({ kind: 'meanwhile', run }),
  slow: (ms: number): Fault => ({ kind: 'slow', ms }),
};

export function createFaults(now: () => number) {
  const rules: Rule[] = [];
  return {
    /** Adds a fault; the first rule that fits a request takes it. */
    add(rule: Rule) {
      rules.push({ ...rule });
    },
    clear() {
      rules.length = 0;
    },
    /** Takes the fault for this request, if one is due. */
    take(request: FakeRequest): Fault | null {
      const rule = rules.find(
        ({ when, times = 1, until }) => times > 0 && (until === undefined || now() < until) && (!when || when(request)),
      );
      if (rule?.times !== undefined) rule.times -= 1;
      return rule?.fault ?? null;
    },
  };
}
