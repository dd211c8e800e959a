import { expect, test } from 'vitest';
import type { OwnItem } from '../activity/rows.ts';
import { timeZone } from '#shared/time-zone.ts';
import { analyze } from './service.ts';

/** Sunday, 23:30 UTC. */
const sunday = Date.UTC(2026, 10, 15, 23, 30);

const comments = (bodies: readonly string[], over: Partial<OwnItem> = {}): OwnItem[] =>
  bodies.map((body, index) => ({
    fullname: `t1_${index}`,
    kind: 'comment',
    subreddit: 'freelance',
    title: 'Do you know a tool? https://elsewhere.example',
    body,
    url: null,
    permalink: null,
    createdAt: sunday,
    points: index,
    numComments: null,
    locked: false,
    removed: false,
    parentFullname: null,
    linkFullname: null,
    ...over,
  }));
const of = (items: readonly OwnItem[], zone = 'UTC', brands: string[] = []) => analyze({ items, zone: timeZone(zone), brands });
const ten = (body: string) => Array.from({ length: 10 }, () => body);

test('counts hours in the given time zone', () => {
  expect(of(comments(ten('Text')))?.hours.cells[6]?.[23]).toBe(10);
  expect(of(comments(ten('Text')), 'Asia/Tokyo')?.hours.cells[0]?.[8]).toBe(10);
});

test("does not count the thread title as the author's question", () => {
  expect(of(comments(ten('Plain text')))).toMatchObject({ questions: { k: 0 }, links: { k: 0 } });
  expect(of(comments(ten('Plain text'), { kind: 'post' }))).toMatchObject({ questions: { k: 10 } });
});

test('does not count a question mark in a URL as a question, or a link to Reddit as a link', () => {
  const bodies = [...ten('See https://www.reddit.com/r/a?x=1 and https://redd.it/abc'), 'Why?', 'See https://shop.example/a?b=c'];
  expect(of(comments(bodies))).toMatchObject({ questions: { k: 1, n: 12 }, links: { k: 1, n: 12 } });
});

test('counts promotion by website or product name as a whole word', () => {
  const bodies = [...ten('Something else'), 'Use Paperboat!', 'Paperboats are nice', 'see paperboat.example/guide'];
  const found = of(comments(bodies), 'UTC', ['paperboat.example', 'paperboat']);
  expect(found?.promotion).toMatchObject({ share: { k: 2, n: 13 } });
  expect(of(comments(bodies))?.promotion).toBeNull();
});

test('takes a frequent unusual word for a topic, but not a rare or a common one', () => {
  const bodies = Array.from(
    { length: 10 },
    (_, index) => `People want time ${index % 2 ? 'for zeppelins' : ''} ${index < 2 ? 'and harmonicas' : ''}`,
  );
  expect(of(comments(bodies))?.topics.map(({ word, share }) => [word, share.k])).toEqual([['zeppelins', 5]]);
});

test('needs ten texts, and states no scores if Reddit reports none', () => {
  expect(of(comments(ten('Text').slice(1)))).toBeNull();
  expect(of(comments(ten('Text'), { points: null }))).toMatchObject({ scores: null, lengths: { n: 10, median: 1 } });
});
