import { expect, test } from 'vitest';
import { withSample } from './voice.tsx';

test('an emptied reply keeps its place before the next, and only fields after the last reply go', () => {
  expect(withSample(['one', 'two', 'three'], 1, '')).toEqual(['one', '', 'three']);
  expect(withSample(['one', '', 'three'], 2, '')).toEqual(['one']);
  expect(withSample(['one', ''], 1, 'two')).toEqual(['one', 'two']);
});
