import { expect, test } from 'vitest';
import { parsePaste } from './import-dialog.tsx';

test('reads a link on its own as a URL and anything else as text', () => {
  expect(parsePaste('  https://www.reddit.com/r/x/comments/abc/ \n')).toEqual({ url: 'https://www.reddit.com/r/x/comments/abc/' });
  expect(parsePaste('see https://www.reddit.com/r/x')).toEqual({ text: 'see https://www.reddit.com/r/x' });
  expect(parsePaste('Which tool do you use?')).toEqual({ text: 'Which tool do you use?' });
  expect(parsePaste('https://')).toEqual({ text: 'https://' });
  expect(parsePaste(' \n')).toBeNull();
});
