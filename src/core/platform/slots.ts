import { networksOf, shareOf } from './http/network.ts';
import type { AppError } from './errors.ts';

interface Share {
  /** Of one user; default: no limit. */
  each?: number;
  /** Of all together; default: no limit. */
  all?: number;
}
export interface SlotLimits {
  /** How many work at once. */
  running: Share;
  /** How many wait; further ones are refused. Default: nobody is. */
  waiting?: Share & {
    /** The error for a user who has too many waiting (`own`), and for everyone when all together have. */
    refusal: (whose: 'own' | 'all') => AppError;
  };
}
/** Gives the slot back; calling it again changes nothing. */
export type Leave = () => void;

interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Slots for users who share something: everyone has a waiting line of their own, and the next slot goes to the line that was served
 * longest ago. Whoever sends much waits behind themselves. `key` names the user, or the network of somebody who isn't signed in.
 */
export class Slots {
  readonly #limits: SlotLimits;
  /** In the order in which they were served. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;
  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Waits for a slot. Throws the refusal, or the signal's reason. */
  async enter(key: string, signal?: AbortSignal): Promise<Leave> {
    signal?.throwIfAborted();
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    if (this.#isFree(line)) return this.#take(key, line);
    const { each = Infinity, all = Infinity, refusal } = this.#limits.waiting ?? {};
    if (refusal && line.waiting.length >= each) throw refusal('own');
    if (refusal && this.#waiting >= all) throw refusal('all');
    return this.#wait(key, line, signal);
  }

  /** Runs work in a slot. */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.enter(key, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  #isFree(line: Line): boolean {
    const { each = Infinity, all = Infinity } = this.#limits.running;
    return line.running < each && this.#running < all;
  }

  #take(key: string, line: Line): Leave {
    this.#lines.delete(key);
    this.#lines.set(key, line);
    line.running += 1;
    this.#running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      line.running -= 1;
      this.#running -= 1;
      this.#forgetIdle(key, line);
      this.#startNext();
    };
  }

  #startNext(): void {
    if (this.#waiting === 0) return;
    for (const line of this.#lines.values()) {
      const [next] = line.waiting;
      if (next && this.#isFree(line)) return next();
    }
  }

  #forgetIdle(key: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(key);
  }

  #wait(key: string, line: Line, signal: AbortSignal | undefined): Promise<Leave> {
    const { promise, resolve, reject } = Promise.withResolvers<Leave>();
    const leaveLine = (): void => {
      line.waiting = line.waiting.filter((other) => other !== start);
      this.#waiting -= 1;
      signal?.removeEventListener('abort', giveUp);
    };
    const start = (): void => {
      leaveLine();
      resolve(this.#take(key, line));
    };
    const giveUp = (): void => {
      leaveLine();
      this.#forgetIdle(key, line);
      reject(signal?.reason as Error);
    };
    this.#lines.set(key, line);
    line.waiting.push(start);
    this.#waiting += 1;
    signal?.addEventListener('abort', giveUp);
    return promise;
  }
}

/** Slots of networks, for which nobody waits. An address counts for the wider networks of IPv6 too, which have more. */
export class NetworkSlots {
  readonly #each: number;
  readonly #taken = new Map<string, number>();
  constructor(each: number) {
    this.#each = each;
  }

  /** The network of this address that has none left; null if all have some. */
  fullOf(address: string): string | null {
    return networksOf(address).find((network, index) => (this.#taken.get(network) ?? 0) >= this.#each * shareOf(index)) ?? null;
  }

  take(address: string): Leave {
    const networks = networksOf(address);
    this.#count(networks, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#count(networks, -1);
    };
  }

  #count(networks: readonly string[], change: 1 | -1): void {
    for (const network of networks) {
      const left = (this.#taken.get(network) ?? 0) + change;
      if (left > 0) this.#taken.set(network, left);
      else this.#taken.delete(network);
    }
  }
}
