import { expect, test } from 'vitest';
import { readPasted } from './pasted.ts';

test('reads a link on its own as a URL and anything else as text', () => {
  expect(readPasted('  https://www.reddit.com/r/x/comments/abc/ \n')).toEqual({ url: 'https://www.reddit.com/r/x/comments/abc/' });
  expect(readPasted('see https://www.reddit.com/r/x')).toEqual({ text: 'see https://www.reddit.com/r/x' });
  expect(readPasted('Which tool do you use?')).toEqual({ text: 'Which tool do you use?' });
  expect(readPasted('https://')).toEqual({ text: 'https://' });
  expect(readPasted(' \n')).toBeNull();
});
