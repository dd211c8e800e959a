import { Readable } from 'node:stream';
import type Router from '@koa/router';
import type * as z from 'zod';
import type { Actor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { checkAgainst, needsName } from '#shared/issue-messages.ts';
import type { HandlerInput, HandlerResult, Route } from '#shared/route.ts';
import { authorize, type ActorFrom } from './auth.ts';
import { isOddText, readJson, readNothing } from './body.ts';
import type { ServerContext, ServerState } from './state.ts';
import { createTurns, type Turns } from './turns.ts';
import type { WorkSlots } from './work-slots.ts';

/** The caller: always present if the route requires one, null on public routes. */
type CallerOf<R extends Route> = R['access'] extends 'user' | 'admin' ? Actor : Actor | null;
export type Handler<R extends Route> = (
  input: HandlerInput<R>,
  actor: CallerOf<R>,
  ctx: ServerContext,
) => HandlerResult<R> | Promise<HandlerResult<R>>;

export interface MountOptions {
  /**
   * `small` (default): JSON up to 64 KiB. `large`: up to 1 MiB. `stream`: the handler reads the request itself, without a
   * timeout.
   */
  body?: 'small' | 'large' | 'stream';
  /**
   * For costly work: limits how much runs at once, per user and in total. `ctx.state.signal` aborts when the client has
   * disconnected or got a timeout response; the handler must stop then. The slot is freed when the work has ended.
   */
  slots?: WorkSlots;
  /** For lists: only a few of a user's requests run at once, so that other users' don't wait for them all. */
  inTurn?: true;
}
/** Connects a route of the contract with its handler. */
export type Mount = <R extends Route>(route: R, handler: Handler<R>, options?: MountOptions) => void;

const bodyLimits = { small: 64 * 1024, large: 1024 * 1024 };
const maxQueryLength = 4096;
const defaultDeadlineMs = 30_000;
/** Fewer than there are reading connections. */
const listsPerUser = 2;

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = checkAgainst(schema, value);
  if ('data' in result) return result.data;
  const { details } = result;
  const { path = '', message = 'Something is missing' } = details[0] ?? {};
  throw new AppError('invalid', path !== '' && needsName(message) ? `${path}: ${message}` : message, { details });
}

function parseParams(route: Route, ctx: ServerContext): unknown {
  const parsed = route.params?.safeParse(ctx['params']);
  if (parsed?.success === false) throw new AppError('not_found', 'Not found');
  return parsed?.data;
}

function parseQuery(route: Route, ctx: ServerContext): unknown {
  if (ctx.querystring.length > maxQueryLength) throw new AppError('invalid', `The query string can be at most ${maxQueryLength} bytes`);
  const query = ctx.querystring === '' ? {} : ctx.query;
  const texts = Object.values(query).flat();
  if (texts.some((text) => text !== undefined && isOddText(text))) throw new AppError('invalid', 'Text must not contain NUL characters');
  return route.query && parse(route.query, query);
}

async function parseBody(route: Route, ctx: ServerContext, body: MountOptions['body'] = 'small'): Promise<unknown> {
  if (body === 'stream') return undefined;
  if (route.body) return parse(route.body, await readJson(ctx.req, bodyLimits[body]));
  return readNothing(ctx.req, bodyLimits.small);
}

const tooLong = () => new AppError('unavailable', 'The request timed out. Try again.', { retryAfter: 10 });

function withinDeadline<T>(work: T | Promise<T>, deadlineMs: number, onLate = (_error: AppError): void => undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const end = (): void => {
      const error = tooLong();
      reject(error);
      onLate(error);
    };
    // Work on kept results is over by then, and a timer takes a tenth of the time of such a request.
    process.nextTick(() => {
      if (!isOver) timer = setTimeout(end, deadlineMs);
    });
    const inTime =
      <V>(settle: (value: V) => void) =>
      (value: V): void => {
        isOver = true;
        clearTimeout(timer);
        settle(value);
      };
    Promise.resolve(work).then(inTime(resolve), inTime(reject));
  });
}

interface Costly<T> {
  slots: WorkSlots;
  deadlineMs: number;
  work: () => T | Promise<T>;
}

const userIdOf = (actor: Actor | null): string => (actor?.kind === 'user' ? actor.userId : '');

/** Runs work in a slot, which it keeps until the work has ended and its stream was sent. */
async function inSlot<T>(ctx: ServerContext, { slots, deadlineMs, work }: Costly<T>): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  ctx.state.signal = signal;
  const closed = new Promise<void>((resolve) => void ctx.res.once('close', resolve));
  void closed.then(() => controller.abort(new AppError('unavailable', 'The client has gone')));
  const userId = userIdOf(ctx.state.actor);
  async function run(): Promise<T> {
    const leave = await slots(userId, signal);
    try {
      const result = await work();
      if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result) void closed.then(leave);
      else leave();
      return result;
    } catch (error) {
      leave();
      throw error;
    }
  }
  return withinDeadline(run(), deadlineMs, (error) => controller.abort(error));
}

interface LimitedWork<T> {
  options: MountOptions;
  deadlineMs: number;
  turns: Turns;
  work: () => T | Promise<T>;
}

function runLimited<T>(ctx: ServerContext, { options, deadlineMs, turns, work }: LimitedWork<T>): T | Promise<T> {
  const { slots, inTurn, body } = options;
  if (slots) return inSlot(ctx, { slots, deadlineMs, work });
  if (body === 'stream') return work();
  if (!inTurn) return withinDeadline(work(), deadlineMs);
  let isLate = false;
  const workIfWanted = (): T | Promise<T> => {
    if (isLate || ctx.res.closed) throw new AppError('unavailable', 'The client has gone');
    return work();
  };
  return withinDeadline(turns(userIdOf(ctx.state.actor), workIfWanted), deadlineMs, () => (isLate = true));
}

/** Chunks are produced only as fast as they are read. */
function sendText(ctx: ServerContext, type: string, text: unknown): void {
  ctx.set('Content-Type', type);
  ctx.body = typeof text === 'string' ? text : Readable.from(text as AsyncIterable<string>);
}

/**
 * Sent as text: for an object, Koa would check whether it is a fetch response, and the engine would load its fetch for that (14
 * MB).
 */
export function sendJson(ctx: ServerContext, value: unknown): void {
  if (value === null || value === undefined) ctx.body = null;
  else sendBytes(ctx, Buffer.from(JSON.stringify(value)));
}

function sendBytes(ctx: ServerContext, json: Buffer): void {
  ctx.res.setHeader('content-type', 'application/json; charset=utf-8');
  ctx.body = json;
}

/** Writes results as JSON with the fields of the response schema, and frozen ones, which can't change, only once. */
function createResultWriter(response: z.ZodType): (ctx: ServerContext, result: unknown) => void {
  const written = new WeakMap<object, Buffer>();
  return (ctx, result) => {
    if (typeof result !== 'object' || result === null || !Object.isFrozen(result)) {
      sendJson(ctx, response.parse(result));
      return;
    }
    const json = written.get(result) ?? Buffer.from(JSON.stringify(response.parse(result)));
    written.set(result, json);
    sendBytes(ctx, json);
  };
}

/**
 * Denies by default: `route.access` is always checked, params, query, and body are parsed, and only fields of the response schema
 * are returned. A malformed id can't exist, hence 404.
 */
export function createMount(router: Router<ServerState>, actorFrom: ActorFrom, deadlineMs = defaultDeadlineMs): Mount {
  const turns = createTurns(listsPerUser);
  return (route, handler, options = {}) => {
    const writeResult = createResultWriter(route.response);
    router.register(route.path, [route.method], async (ctx: ServerContext) => {
      const actor = await authorize(ctx.req, route, (token) => actorFrom(token, ctx.state.address));
      ctx.state.actor = actor;
      const input = { params: parseParams(route, ctx), query: parseQuery(route, ctx), body: await parseBody(route, ctx, options.body) };
      ctx.status = route.status ?? 200;
      const work = () => handler(input as HandlerInput<typeof route>, actor as CallerOf<typeof route>, ctx);
      const result = await runLimited(ctx, { options, deadlineMs, turns, work });
      if (route.produces === undefined) writeResult(ctx, result);
      else sendText(ctx, route.produces, result);
    });
  };
}
