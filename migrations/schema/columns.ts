import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;

/** UTC milliseconds. */
export const time = (table: Table, name: string) => table.bigInteger(name);
/** 0 or 1. */
export const flag = (table: Table, name: string) => table.integer(name).notNullable().defaultTo(0);
/** How many, from 0 on. */
export const count = (table: Table, name: string) => table.integer(name).notNullable().defaultTo(0);
/** JSON as text. */
export const json = (table: Table, name: string, empty = '[]') => table.text(name).notNullable().defaultTo(empty);
export const owner = (table: Table) => table.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
export const campaign = (table: Table) => table.integer('campaign_id').notNullable().references('campaigns.id').onDelete('CASCADE');
/** An account that did something, or is to do it: whoever deletes it leaves the work. */
export const person = (table: Table, name: string) => table.integer(name).references('users.id').onDelete('SET NULL');
