import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Folders and files whose language has been cleaned up. */
const checked = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'docs/**/*.md',
  'src/**/*.{ts,tsx,css}',
  'test/**/*.ts',
  'bench/**/*.{ts,mjs}',
  'migrations/**/*.ts',
  '*.ts',
];
/** Lists of phrases in their authors' spelling. */
const spelledByOthers = new Set([
  'src/core/ai/prompts/suspect.ts',
  'src/core/insights/competitors/discover/named.ts',
  'src/core/insights/competitors/reading/kind.ts',
  'src/core/scoring/assess/constraints.ts',
  'src/core/scoring/assess/trouble.ts',
  'src/core/scoring/reading/lexicon.ts',
  'src/core/scoring/reading/reply-lexicon.ts',
]);

/** Files that name columns and tables of earlier schemas, and this one with its examples. */
const oldNames = new Set([
  'migrations/2026-11-22-plain-column-names.ts',
  'migrations/2026-11-23-report-messages.ts',
  'migrations/baseline/inbox.ts',
  'migrations/upgrade-from-0015.ts',
  'test/security/migrations.test.ts',
  'test/vocabulary.test.ts',
]);

const glossary = readFileSync('docs/glossary.md', 'utf8');
const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

function sectionOf(heading: string): string {
  return glossary.split(/^## /m).find((section) => section.startsWith(heading)) ?? '';
}

/** Codes in the last column of a section's tables. */
const bannedIn = (heading: string): string[] =>
  [...sectionOf(heading).matchAll(/^\|.*\|([^|]*)\|$/gm)].flatMap(([, cell = '']) => codesIn(cell));

const lineOf = (start: string): string => glossary.split('\n').find((line) => line.startsWith(start)) ?? '';
const terms = [...bannedIn('Product terms'), ...codesIn(lineOf('Spelling:'))];
const names = new Set(bannedIn('Names in code'));
const fixed = codesIn(lineOf('Fixed,'));

const termPattern = new RegExp(`(?<![a-z])(?:${terms.join('|')})(?![a-z])`, 'gi');
/** `heardAt` and `heard_at` become `heard At` and `heard at`. */
const splitWords = (text: string): string => text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
const wordsOf = (name: string): string[] =>
  splitWords(name)
    .toLowerCase()
    .split(/[^a-z]+/);

/** Also removes file names in the docs, which are checked where the files are. */
function withoutFixed(text: string): string {
  return fixed.reduce((rest, literal) => rest.replaceAll(literal, ''), text.replaceAll(/`[\w./*-]+\.\w+`/g, ''));
}

/** Banned words in a text, each with its line. */
function findBanned(file: string, text: string): string[] {
  const inFileName = wordsOf(basename(file)).filter((word) => names.has(word));
  const inLines = text.split('\n').flatMap((line, index) => {
    const rest = withoutFixed(line);
    const found = [...splitWords(rest).matchAll(termPattern)].map(([word]) => word);
    const compounds = [...rest.matchAll(/\b[a-zA-Z]+(?:[A-Z][a-z\d]+|_[a-z]+)+\b/g)].map(([name]) => name);
    const inNames = compounds.filter((name) => wordsOf(name).some((word) => names.has(word)));
    return [...found, ...inNames].map((word) => `${file}:${index + 1}: ${word}`);
  });
  return [...inFileName.map((word) => `${file}: ${word}`), ...inLines];
}

describe('vocabulary', () => {
  test('finds banned terms, names, and spellings, and allows fixed names', () => {
    expect(terms.length).toBeGreaterThan(50);
    expect(names.size).toBeGreaterThan(12);
    const planted = ['const heardAt = mostItems;', 'There is no such colour', 'counts.heard is fine', 'most places are fine'].join('\n');
    expect(findBanned('a/issue-words.ts', planted)).toEqual([
      'a/issue-words.ts: words',
      'a/issue-words.ts:1: heard',
      'a/issue-words.ts:1: mostItems',
      'a/issue-words.ts:2: There is no such',
      'a/issue-words.ts:2: colour',
    ]);
  });

  test('keeps banned words out of the checked folders', () => {
    const files = checked
      .flatMap((pattern) => globSync(pattern))
      .filter((file) => file !== 'docs/glossary.md' && !spelledByOthers.has(file) && !oldNames.has(file));
    expect(files.length).toBeGreaterThan(40);
    expect(files.flatMap((file) => findBanned(file, readFileSync(file, 'utf8')))).toEqual([]);
  });
});
