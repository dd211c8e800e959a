import type { Trx } from './db/connect.ts';

/** A kind of background work, one of which runs at a time on all servers of a database. */
export interface Kind {
  name: string;
  /** How often it is tried again when it failed, before it is a dead letter. 0: never, and it isn't one. */
  retries: number;
  /** Milliseconds before it is tried again; twice as many each time. */
  pauseMs: number;
  /** Milliseconds after which a server that works on it is given up. */
  timeoutMs: number;
  /** Throws if it failed. */
  run(): Promise<void>;
}

/** Work that failed each time it was tried. */
export interface DeadLetter {
  name: string;
  attempts: number;
  /** UTC ms. */
  failedAt: number;
}

/** A piece of one server's round of work, taken by whichever server is free. */
export interface Piece {
  data: unknown;
  /** Aborts when another server has it now, or this one is stopping. */
  signal: AbortSignal;
  /** Stores the result together with what the transaction writes. False if another server has the piece now, or nobody wants it. */
  finish(trx: Trx, result: object): Promise<boolean>;
}

/** Places of the pieces in their round. */
export interface Gathered {
  open: number[];
  done: { place: number; result: unknown }[];
}

export interface Pieces {
  /** Takes one piece after the other. What throws is given to the next server. Returns how many ms this server takes no other. */
  work(take: (piece: Piece) => Promise<number>): Promise<void>;
  /** Returns the id of the round. */
  offer(pieces: readonly object[]): Promise<string>;
  /** The results since the last call, and what is still to be done. Pieces whose servers ended too often are neither. */
  gather(round: string): Promise<Gathered>;
  withdraw(round: string): Promise<void>;
}

/** Background work: in this process on SQLite, on all servers of a PostgreSQL database. */
export interface Queue {
  /** Lets this process work on a kind. Returns a function that waits for what runs, and stops. */
  work(kind: Kind): Promise<() => Promise<void>>;
  /** Once per key, which is free again after some minutes, and not while one of the kind waits or runs. */
  enqueue(name: string, key: string): Promise<void>;
  /** At least the newest of each kind, newest first within a kind. */
  listDead(): Promise<DeadLetter[]>;
  /** Null where there is one server only. */
  pieces: Pieces | null;
  close(): Promise<void>;
}
