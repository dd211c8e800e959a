import { expect, test } from 'vitest';
import { isPostgresUrl, partsOf } from './postgres-url.ts';

test.each([
  ['postgres://ann:p%40ss@db.example:5433/earshot', { user: 'ann', server: 'db.example:5433', database: 'earshot' }],
  ['postgres:///earshot?host=/var/run/postgresql&user=ann', { user: 'ann', server: '/var/run/postgresql:5432', database: 'earshot' }],
])('accepts %s and shows no password of it', (url, parts) => {
  expect(isPostgresUrl(url)).toBe(true);
  expect(partsOf(url)).toEqual(parts);
});
