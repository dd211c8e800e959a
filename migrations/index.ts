import type { Knex } from 'knex';
import { start } from './0001_start.ts';
import { ai } from './0002_ai.ts';

export interface Migration {
  name: string;
  up(db: Knex): Promise<void>;
}

/** In order, append-only. */
export const migrations: readonly Migration[] = [
  { name: '0001_start', up: start },
  { name: '0002_ai', up: ai },
];
