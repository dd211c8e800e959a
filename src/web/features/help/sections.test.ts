import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fetchDocs, summaryOf } from './help-page.tsx';
import { helpTopics, topicIds, anchorOf, searchHelp, sectionsOf } from './sections.ts';

const docs = await fetchDocs('en');
const german = await fetchDocs('de');

const source =
  '# Rules\n\nOne `rule` per [line](x.md).\n\n## Paused rules\n\nA rule is **paused** automatically.\n\n## Minimum score\n\nEach rule can have one.';

test('cuts a page at its headings, without markup', () => {
  expect(sectionsOf('rules', source)).toEqual([
    { topic: 'rules', anchor: '', title: 'Rules', text: 'One rule per line.' },
    { topic: 'rules', anchor: 'paused-rules', title: 'Paused rules', text: 'A rule is paused automatically.' },
    { topic: 'rules', anchor: 'minimum-score', title: 'Minimum score', text: 'Each rule can have one.' },
  ]);
});

test('finds sections with all words, those with a matching heading first', () => {
  const sections = sectionsOf('rules', source);
  expect(searchHelp(sections, 'rule').map(({ section }) => section.anchor)).toEqual(['', 'paused-rules', 'minimum-score']);
  expect(searchHelp(sections, 'Paused').map(({ section }) => section.anchor)).toEqual(['paused-rules']);
  expect(searchHelp(sections, 'rule one').map(({ section }) => section.title)).toEqual(['Rules', 'Minimum score']);
  expect(searchHelp(sections, 'nothing')).toEqual([]);
  expect(searchHelp(sections, '  ')).toEqual([]);
});

test('quotes a long section around the word, at the ends of words', () => {
  const long = sectionsOf('rules', `# Rules\n\n${'before '.repeat(60)}needle ${'after '.repeat(60)}`);
  const [hit] = searchHelp(long, 'needle');
  expect(hit?.excerpt).toMatch(/^… (before )+needle( after)+ …$/);
});

test.each(topicIds)('includes the page %s under its own title', (id) => {
  const sections = sectionsOf(id, docs[id]);
  expect(sections.length).toBeGreaterThan(0);
  expect(sections.every(({ title }) => title !== '')).toBe(true);
  expect(helpTopics[id]).not.toBe('');
  expect(summaryOf(id), 'a line of docs/README.md').not.toBe('');
  expect(docs[id]).toMatch(/^# \S/);
});

test('leads every link to a section that exists', () => {
  const links = globSync('src/web/**/*.tsx').flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/<HelpLink topic="([\w-]+)" section="([^"]+)"/g),
  ]);
  expect(links.length).toBeGreaterThan(5);
  const dead = links.filter(([, topic = '', section = '']) => {
    const id = topicIds.find((one) => one === topic);
    return !id || !sectionsOf(id, docs[id]).some(({ title }) => title === section);
  });
  expect(dead.map(([link]) => link)).toEqual([]);
});

/** What a translation takes over as it is: code, where links lead, and how much there is of what. */
function shapeOf(page: string) {
  const text = page.replaceAll(/ \{#[\w-]+\}$/gm, '');
  const prose = text.replaceAll(/^```[^]*?^```$/gm, '');
  const lines = prose.split('\n');
  const those = (form: RegExp) => lines.filter((line) => form.test(line)).length;
  return {
    blocks: text.match(/^```[^]*?^```$|^ {4}\S.*$/gm),
    code: prose.match(/`[^`\n]+`/g)?.toSorted(),
    links: [...prose.matchAll(/\]\(([^)]*)\)/g)].map(([, to = '']) => to).toSorted((one, other) => one.localeCompare(other)),
    rows: those(/^\|/),
    items: those(/^(?:- |\d+\. )/),
    paragraphs: those(/^[^\s|#-]/),
  };
}

test.each(topicIds)('says the page %s in German: every section, with the same code, links, tables, and lists', (id) => {
  const anchors = (page: string) => sectionsOf(id, page).map(({ anchor }) => anchor);
  expect(anchors(german[id])).toEqual(anchors(docs[id]));
  expect(shapeOf(german[id])).toEqual(shapeOf(docs[id]));
  const sentences = docs[id].replaceAll(/```[^]*?```|^ {4}.*$/gm, '').match(/[A-Z][^.|\n]{60,}\./g) ?? [];
  expect(sentences.filter((sentence) => german[id].includes(sentence))).toEqual([]);
});

test('keeps the anchors of the original behind headings of a translation', () => {
  const translated = '# Regeln\n\nEine Regel.\n\n## Pausierte Regeln {#paused-rules}\n\nText.';
  expect(sectionsOf('rules', translated).map(({ anchor, title }) => [anchor, title])).toEqual([
    ['', 'Regeln'],
    ['paused-rules', 'Pausierte Regeln'],
  ]);
  expect(anchorOf('Paused rules')).toBe('paused-rules');
});
