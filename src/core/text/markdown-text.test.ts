import { expect, test } from 'vitest';
import { textOfMarkdown } from './markdown-text.ts';

test.each([
  ['**Which** [tool](https://example.com)?\n\n- a\n- b', '**Which** [tool](https://example.com)?\n\n- a\n- b'],
  ['see <https://example.com/a?b=c>', 'see https://example.com/a?b=c'],
  ['a <b>bold</b> word<!-- hidden -->', 'a  bold  word '],
  ['price < 5 and > 3, a<3', 'price < 5 and > 3, a<3'],
  ['<img src=x onerror=alert(1)', '< img src=x onerror=alert(1)'],
  ['<<b>script>alert(1)<</b>/script>', '< script>alert(1)< /script>'],
])('keeps the text of %j, and no tag of HTML', (markdown, text) => {
  expect(textOfMarkdown(markdown)).toBe(text);
});
