import { expect, test } from 'vitest';
import { sharedText } from './share-page.tsx';

const shared = (given: Record<string, string>): string => sharedText(new URLSearchParams(given));
const link = 'https://www.reddit.com/r/freelance/comments/1abc/which_tool/?share_id=x';

test.each([
  ['its own field', { url: link }],
  ['the text, with its title', { title: 'Which tool?', text: link }],
  ['the end of a text', { text: `Look at this ${link}` }],
  ['two fields', { text: link, url: link }],
])("takes Reddit's link alone, out of %s", (_, given) => {
  expect(shared(given)).toBe(link);
});

test('keeps the words where a link is of another site, or of more than one', () => {
  const other = 'https://forum.example.com/t/42';
  expect(shared({ title: 'Which tool?', text: 'I need one.', url: other })).toBe(`Which tool?\n\nI need one.\n\n${other}`);
  expect(shared({ text: `${link} ${other}` })).toBe(`${link} ${other}`);
  expect(shared({})).toBe('');
});
