import type { Knex } from 'knex';
import { baseline } from './0001-baseline.ts';

export interface Migration {
  /** Its number, and what it does. */
  name: string;
  up(db: Knex): Promise<void>;
}

/** In order. From 1.0.0 on append-only: neither a name here nor what it does changes any more. */
export const migrations: readonly [Migration, ...Migration[]] = [{ name: '0001-baseline', up: baseline }];
