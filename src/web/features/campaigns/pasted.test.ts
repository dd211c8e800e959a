import { expect, test } from 'vitest';
import { readPasted } from './pasted.ts';

test('a link alone is a link, whatever stands around it is a text', () => {
  expect(readPasted('  https://www.reddit.com/r/x/comments/abc/ \n')).toEqual({ url: 'https://www.reddit.com/r/x/comments/abc/' });
  expect(readPasted('see https://www.reddit.com/r/x')).toEqual({ text: 'see https://www.reddit.com/r/x' });
  expect(readPasted('Which tool do you use?')).toEqual({ text: 'Which tool do you use?' });
  expect(readPasted('https://')).toEqual({ text: 'https://' });
  expect(readPasted(' \n')).toBeNull();
});
