import { expect, test } from 'vitest';
import { facts } from '#shared/events.ts';
import { allRoutes } from '#shared/routes.ts';
import { staleKeysOf } from './stale-keys.ts';

const reads = allRoutes.filter(({ method }) => method === 'GET').map(({ path }) => path);

test.each(facts)('%s makes reads of the contract stale, each by a prefix of its own', (fact) => {
  const keys = staleKeysOf([fact]);
  expect(keys.length).toBeGreaterThan(0);
  const unused = keys.filter((key) => !reads.some((path) => path === key || path.startsWith(key === '/' ? key : `${key}/`)));
  expect(unused).toEqual([]);
  const covered = keys.filter((key) => keys.some((other) => other !== key && key.startsWith(`${other}/`)));
  expect(covered).toEqual([]);
});

test('a changed post makes the lists that show or count it stale', () => {
  expect(staleKeysOf(['posts-changed'])).toEqual(expect.arrayContaining(['/posts', '/archived', '/campaigns', '/dashboard']));
});

test('several facts make each key stale once', () => {
  const keys = staleKeysOf(['posts-changed', 'leads-changed']);
  expect(new Set(keys).size).toBe(keys.length);
});

test('an unknown fact makes everything stale', () => expect(staleKeysOf(['moon-changed'])).toEqual(['/']));
