import { expect, test } from 'vitest';
import { isSameView, viewQuery } from './filter-bar.tsx';

test('leaves the open item out of a view', () =>
  expect(viewQuery(new URLSearchParams('stage=new&lead=7&tag=big&post=3'))).toBe('stage=new&tag=big'));

test('recognizes a view regardless of the order of its filters', () => {
  expect(isSameView('stage=new&tag=a%20b', 'tag=a+b&stage=new')).toBe(true);
  expect(isSameView('stage=new', 'stage=new&tag=a')).toBe(false);
  expect(isSameView('stage=new', 'stage=won')).toBe(false);
});
