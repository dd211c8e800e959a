import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const docs = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md', 'docs/**/*.md'];
/** Code whose texts people read. What scoring, prompts, and competitors look for is in its authors' spelling. */
const code = ['src/{web,companion,cli,server,shared,jobs}/**/*.{ts,tsx}', 'src/core/**/*.ts'];
const readsOthers = /^src\/core\/(?:scoring|text|ai\/prompts|insights\/competitors|sources\/sample)|\.test\.tsx?$/;

const glossary = readFileSync('docs/glossary.md', 'utf8');
const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, term = '']) => term);
const lineOf = (start: string): string => glossary.split('\n').find((line) => line.startsWith(start)) ?? '';
/** The last column of the table, and British spellings. */
const banned = [
  ...[...glossary.matchAll(/^\|.*\|([^|]*)\|$/gm)].flatMap(([, cell = '']) => codesIn(cell)),
  ...codesIn(lineOf('Spelling:')),
];
const fixed = codesIn(lineOf('Fixed,'));
const pattern = new RegExp(`(?<![a-z])(?:${banned.join('|')})(?![a-z])`, 'gi');

/** Words between quotes that are names in the API or the database, not labels. */
const names = new Set(['heard']);

/** What is between quotes and in JSX, labels of one word included; comments and names are the contributor's own. */
function textsIn(source: string): string[] {
  const withoutComments = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
  const quoted = [...withoutComments.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(([, , text = '']) => text);
  const shown = [...withoutComments.matchAll(/>([^<>{}=;()]+)(?=[<{])/g)].map(([, text = '']) => text);
  return [...quoted, ...shown].filter((text) => !names.has(text));
}

const withoutFixed = (text: string): string => fixed.reduce((rest, literal) => rest.replaceAll(literal, ''), text);
const bannedIn = (text: string): string[] => [...withoutFixed(text).matchAll(pattern)].map(([word]) => word);
const findInCode = (file: string): string[] =>
  textsIn(readFileSync(file, 'utf8')).flatMap((text) => bannedIn(text).map((word) => `${file}: "${word}" in "${text.trim()}"`));
/** File names and the targets of links don't count. */
const findInDocs = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => bannedIn(line.replaceAll(/`[\w./*-]+\.\w+`|\]\([^)]*\)/g, '')).map((word) => `${file}:${at + 1}: ${word}`));

describe('vocabulary', () => {
  test('finds banned terms and spellings in texts, not in comments and names', () => {
    expect(banned.length).toBeGreaterThan(50);
    const planted = [
      '// the colour is neighbourly',
      'const colour = { grey: 1 }; /* heard */',
      "error('There is no such colour');",
      '<p className="x">The analysed list</p>',
      "labels = { theme: 'Grey', reply: 'heard' };",
      'key(`counts.heard is fine`);',
    ].join('\n');
    expect(textsIn(planted).flatMap(bannedIn)).toEqual(['There is no such', 'colour', 'Grey', 'analysed']);
  });

  test('keeps banned words out of the docs', () => {
    const files = docs.flatMap((page) => globSync(page)).filter((file) => file !== 'docs/glossary.md');
    expect(files.length).toBeGreaterThan(30);
    expect(files.flatMap(findInDocs)).toEqual([]);
  });

  test('keeps banned words out of what people read in the app, on the command line, and in errors', () => {
    const files = code.flatMap((folder) => globSync(folder)).filter((file) => !readsOthers.test(file));
    expect(files.length).toBeGreaterThan(400);
    expect(files.flatMap(findInCode)).toEqual([]);
  });
});
