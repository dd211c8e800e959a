import { expect, test } from 'vitest';
import { facts } from '#shared/events.ts';
import { allRoutes } from '#shared/routes.ts';
import { staleKeysOf } from './stale-keys.ts';

const reads = allRoutes.filter(({ method }) => method === 'GET').map(({ path }) => path);

test.each(facts)('marks reads of the contract stale for %s, each by its own prefix', (fact) => {
  const keys = staleKeysOf([fact]);
  expect(keys.length).toBeGreaterThan(0);
  const unused = keys.filter((key) => !reads.some((path) => path === key || path.startsWith(key === '/' ? key : `${key}/`)));
  expect(unused).toEqual([]);
  const covered = keys.filter((key) => keys.some((other) => other !== key && key.startsWith(`${other}/`)));
  expect(covered).toEqual([]);
});

test('marks the lists stale that show or count a changed post', () => {
  expect(staleKeysOf(['posts-changed'])).toEqual(expect.arrayContaining(['/posts', '/archived', '/campaigns', '/dashboard']));
});

test('marks each key stale once for several facts', () => {
  const keys = staleKeysOf(['posts-changed', 'leads-changed']);
  expect(new Set(keys).size).toBe(keys.length);
});

test('marks everything stale for an unknown fact', () => expect(staleKeysOf(['moon-changed'])).toEqual(['/']));
