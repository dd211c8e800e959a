import { widestNetworkOf } from '#core/platform/http/network.ts';
import { AppError } from '#core/platform/errors.ts';
import { Slots } from '#core/platform/slots.ts';
import type { ServerContext } from './state.ts';

/** For costly work: limits how much runs at once, of one user and in total. */
export function createWorkSlots({ perUser, total }: { perUser: number; total: number }): Slots {
  const refusal = (whose: 'own' | 'all') =>
    whose === 'own'
      ? new AppError('too_many', 'You have too many of these running. Wait for one to finish, then try again.', { retryAfter: 5 })
      : new AppError('unavailable', 'The server is busy with requests like this. Try again in a few seconds.', { retryAfter: 5 });
  return new Slots({ running: { each: perUser, all: total }, waiting: { each: 4, all: 32, refusal } });
}

/** As many as one address may have connections: whoever sends more at once has them refused, not everyone's memory filled. */
const inLine = 256;
const refusal = () =>
  new AppError('too_many', `${inLine} of your requests are waiting already, so this one was not handled. Send it again in a few seconds.`, {
    retryAfter: 5,
  });
const laneOf = (running: { each: number; all?: number }): Slots => new Slots({ running, waiting: { each: inLine, refusal } });

/**
 * - `lists`: reading that takes a while. Fewer at once of one user than there are reading connections.
 * - `writes`: what changes something. One at a time of each user, and few in total, because the database has one writer.
 * - `waits`: what mostly waits for something other than the database, such as another server, or must not wait for others' writes.
 */
export const createLanes = () => ({ lists: laneOf({ each: 2 }), writes: laneOf({ each: 1, all: 4 }), waits: laneOf({ each: 4 }) });
export type Lanes = ReturnType<typeof createLanes>;

const retryAfter = 10;
const tooLong = () => new AppError('unavailable', 'The request timed out. Try again.', { retryAfter });
const neverBegun = () =>
  new AppError('unavailable', 'Too many of your requests came before this one, so it was not handled. Send it again.', { retryAfter });
const clientGone = () => new AppError('unavailable', 'The client has gone');

/** `late` returns the error at the deadline. */
export async function withinDeadline<T>(work: Promise<T>, deadlineMs: number, late: () => AppError = tooLong): Promise<T> {
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(late()), deadlineMs);
  return Promise.race([work, deadline.promise]).finally(() => clearTimeout(timer));
}

/** Whose waiting line a request joins: without a user, the line of its network. */
const lineOf = ({ state: { actor, address } }: ServerContext): string =>
  actor?.kind === 'user' ? actor.userId : `network ${widestNetworkOf(address)}`;

const isStream = (result: unknown): boolean => typeof result === 'object' && result !== null && Symbol.asyncIterator in result;

export interface SlottedWork<T> {
  slots: Slots;
  deadlineMs: number;
  /** Whether the work is to stop when the client has gone or was told that it took too long. Work that changes something goes on. */
  isCostly: boolean;
  work: () => Promise<T>;
}

/**
 * Runs work in a slot, which it keeps until the work has ended and its stream was sent; not at all if the client has gone or got
 * its answer before a slot was free.
 */
export function inSlot<T>(ctx: ServerContext, { slots, deadlineMs, isCostly, work }: SlottedWork<T>): Promise<T> {
  const control = new AbortController();
  const { signal } = control;
  if (isCostly) ctx.state.signal = signal;
  const closed = new Promise<void>((resolve) => void (ctx.res.closed ? resolve() : ctx.res.once('close', resolve)));
  void closed.then(() => control.abort(clientGone()));
  let hasBegun = false;
  async function run(): Promise<T> {
    const leave = await slots.enter(lineOf(ctx), signal);
    try {
      // It may have gone before a slot was asked for.
      signal.throwIfAborted();
      hasBegun = true;
      const result = await work();
      if (isStream(result)) void closed.then(leave);
      else leave();
      return result;
    } catch (error) {
      leave();
      throw error;
    }
  }
  return withinDeadline(run(), deadlineMs, () => {
    const error = isCostly || hasBegun ? tooLong() : neverBegun();
    control.abort(error);
    return error;
  });
}
