import { Readable } from 'node:stream';
import type Router from '@koa/router';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { actionOf, memberOf, requireRight } from '#core/platform/policy.ts';
import type { Slots } from '#core/platform/slots.ts';
import { workspaceHeader } from '#shared/product.ts';
import type { HandlerInput, HandlerResult, Route } from '#shared/route.ts';
import { authorize, type ActorFrom } from './auth.ts';
import { noteSignedIn } from './connection-limit.ts';
import { type BodySize, createInputReader } from './body.ts';
import { createLanes, inSlot, type Lanes, withinDeadline } from './slots.ts';
import type { ServerContext, ServerState } from './state.ts';

/** The caller: always present if the route requires one, null on public routes. */
type CallerOf<R extends Route> = R['access'] extends 'user' | 'admin' ? Actor : Actor | null;
export type Handler<R extends Route> = (
  input: HandlerInput<R>,
  actor: CallerOf<R>,
  ctx: ServerContext,
) => HandlerResult<R> | Promise<HandlerResult<R>>;

export interface MountOptions {
  /** Default: `small`. A `stream` without `slots` has no timeout. */
  body?: BodySize;
  /**
   * For costly work: limits how much runs at once, per user and in total. `ctx.state.signal` aborts when the client has
   * disconnected or got a timeout response; the handler must stop then. The slot is freed when the work has ended.
   */
  slots?: Slots;
  /**
   * Where each user's requests wait for their turn, so that other users' don't wait for them. Default: `writes` for everything that
   * may change something, none for reading.
   */
  lane?: keyof Lanes | 'none';
}
/** Connects a route of the contract with its handler. */
export type Mount = <R extends Route>(route: R, handler: Handler<R>, options?: MountOptions) => void;

/** Sent as a file, because the texts are untrusted. */
export async function asAttachment<T>(ctx: ServerContext, file: Promise<{ name: string; text: T }>): Promise<T> {
  const { name, text } = await file;
  ctx.attachment(name);
  return text;
}

const defaultDeadlineMs = 30_000;

/** For areas whose changes wait for password hashing, email, or another server: they must not hold the turn of a write meanwhile. */
export const waiting =
  (mount: Mount): Mount =>
  (route, handler, options) =>
    mount(route, handler, route.method === 'GET' ? options : { lane: 'waits', ...options });

/** Chunks are produced only as fast as they are read. */
function sendText(ctx: ServerContext, type: string, text: unknown): void {
  ctx.set('Content-Type', type);
  ctx.body = typeof text === 'string' ? text : Readable.from(text as AsyncIterable<string>);
}

/** Sent as bytes: for an object, Koa would load the engine's own fetch, 14 MB, to check whether it is one of its responses. */
function sendJson(ctx: ServerContext, json: Buffer | null): void {
  if (json) ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = json;
}

const bytesOf = (value: unknown): Buffer | null => (value === null || value === undefined ? null : Buffer.from(JSON.stringify(value)));

/**
 * Writes results as JSON with the fields of the response schema; lists that were kept (`ReadCache`), and so are frozen, only once.
 * Without that, a kept list of 25 posts takes twice as much CPU time (`npm run bench requests`).
 */
function createJsonWriter({ response }: Route): (result: unknown) => Buffer | null {
  const written = new WeakMap<object, Buffer | null>();
  return (result) => {
    if (typeof result !== 'object' || result === null || !Object.isFrozen(result)) return bytesOf(response.parse(result));
    const json = written.get(result) ?? bytesOf(response.parse(result));
    written.set(result, json);
    return json;
  };
}

/** These tell a browser where its session is, name a workspace themselves, or end the session. */
const anywhere = /^(?:GET \/auth\/me|POST \/auth\/logout(?:-everywhere)?)$|^[A-Z]+ \/workspaces(?:\/|$)/;

/** A tab may still show a workspace that its session has left: in another tab, or by being removed. */
function refuseOtherWorkspace({ req }: ServerContext, { method, path }: Route, actor: Actor): void {
  const shown = req.headers[workspaceHeader];
  if (shown === undefined || anywhere.test(`${method} ${path}`) || actor.kind === 'system' || actor.sessionId === undefined) return;
  if (shown !== ownerOf(actor)) throw new AppError('other_workspace', "You're in another workspace now, so this wasn't done.");
}

interface MountDeps {
  actorFrom: ActorFrom;
  deadlineMs?: number;
}

/**
 * Denies by default: `route.access` is always checked, params, query, and body are parsed, and only fields of the response schema
 * are returned.
 */
export function createMount(router: Router<ServerState>, { actorFrom, deadlineMs = defaultDeadlineMs }: MountDeps): Mount {
  const lanes = createLanes();
  return (route, handler, { body = 'small', slots, lane = route.method === 'GET' ? 'none' : 'writes' } = {}) => {
    const readInput = createInputReader(route, body);
    const writeJson = createJsonWriter(route);
    const limit = slots ?? (lane === 'none' || body === 'stream' ? undefined : lanes[lane]);

    function run(ctx: ServerContext, work: () => Promise<unknown>): Promise<unknown> {
      if (limit) return inSlot(ctx, { slots: limit, isCostly: slots !== undefined, deadlineMs, work });
      return body === 'stream' ? work() : withinDeadline(work(), deadlineMs);
    }

    const action = actionOf(route);
    router.register(route.path, [route.method], async (ctx: ServerContext) => {
      const actor = await authorize(ctx.req, route, (token) => actorFrom(token, ctx.state.address));
      ctx.state.actor = actor;
      if (actor) refuseOtherWorkspace(ctx, route, actor);
      if (actor && action) requireRight(memberOf(actor), action);
      if (actor) noteSignedIn(ctx.req.socket);
      const input = await readInput(ctx);
      ctx.status = route.status ?? 200;
      const result = await run(ctx, async () => handler(input as HandlerInput<typeof route>, actor as CallerOf<typeof route>, ctx));
      if (route.produces === undefined) sendJson(ctx, writeJson(result));
      else sendText(ctx, route.produces, result);
    });
  };
}
