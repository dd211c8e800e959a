import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { fetchedKinds, sources, streamKinds } from '#shared/sources.ts';
import { makeCore } from '#test/support/make-core.ts';
import { openSources } from './open.ts';

const repeated = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at);

test('no two sources share an id, a label, a prefix, a kind of stream, or an option', () => {
  for (const names of [
    sources.map(({ id }) => id),
    sources.map(({ label }) => label),
    sources.map(({ prefix }) => prefix),
    streamKinds.map(({ kind }) => kind),
    fetchedKinds.map(({ kind }) => kind),
    streamKinds.flatMap(({ option }) => (option ? [option.flag] : [])),
    sources.flatMap(({ transports }) => Object.keys(transports)),
  ])
    expect(repeated(names)).toEqual([]);
});

test('a prefix never begins another, or a name on Reddit', () => {
  const prefixes = ['t1_', 't3_', ...sources.flatMap(({ prefix }) => (prefix === '' ? [] : [prefix]))];
  expect(prefixes.filter((one) => prefixes.some((other) => other !== one && other.startsWith(one)))).toEqual([]);
});

test('a descriptor says that deletions are followed and threads shown exactly where its source can', async () => {
  const made = await makeCore();
  onTestFinished(() => made.close());
  const opened = openSources(made.core, made.core.reddit, null);
  onTestFinished(() => opened.close());
  expect(opened.others.map(({ id, recheck, thread }) => [id, recheck !== undefined, thread !== undefined])).toEqual(
    sources.flatMap(({ id, can }) => (id === 'reddit' ? [] : [[id, can.followDeletions, can.thread]])),
  );
});

test('docs/sources.md has a row for each source that says what it can do', () => {
  const docs = readFileSync('docs/sources.md', 'utf8');
  const answer = (can: boolean): string => (can ? 'yes' : 'no');
  for (const { label, can } of sources) {
    const abilities = [can.followDeletions, can.search, can.lookBack, can.comments, can.thread, can.reply].map(answer);
    expect(docs).toContain(`| ${[label, ...abilities].join(' | ')} |`);
  }
});
