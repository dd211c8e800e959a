import { streamsNamed, withComments, withOnly } from '#shared/streams.ts';
import { expect, test } from 'vitest';
import { streamsOf } from './streams.ts';

const listening = {
  streams: streamsNamed('subreddit', ['Freelance', 'freelance', 'smallbusiness']),
  rules: [],
  painPoints: [],
};
const searches = (rules: string[], painPoints: string[] = []) =>
  streamsOf({ ...listening, streams: withOnly([], 'search', true), rules: rules.map((text) => ({ text })), painPoints }).map(
    ({ name }) => name,
  );

test('lists each subreddit once, with its comments if they are included', () => {
  expect(streamsOf(listening)).toHaveLength(4);
  expect(
    streamsOf({ ...listening, streams: withComments(listening.streams, false) }).map(({ kind, name }) => `${kind} ${name.toLowerCase()}`),
  ).toEqual(['posts freelance', 'posts smallbusiness']);
});

test('reads the comments of a repository as a stream of their own, unless they are left out', () => {
  const kindsOf = (comments: boolean) =>
    streamsOf({ ...listening, streams: streamsNamed('github', ['acme/tool'], comments) }).map(({ kind }) => kind);
  expect(kindsOf(true)).toEqual(['github', 'githubcomments']);
  expect(kindsOf(false)).toEqual(['github']);
});

test("translates rules into Reddit's search syntax, and leaves out what it can't express", () => {
  expect(searches(['invoicing -hiring'])).toEqual(['(invoicing AND NOT hiring)']);
  expect(searches(['title:"pay late" (need OR want)'])).toEqual(['(title:"pay late" AND (need OR want))']);
  expect(searches(['body:camera lang:en type:post'])).toEqual(['selftext:camera']);
  expect(searches(['lang:en type:post'])).toEqual([]);
});

test('searches for the pain points when there are no rules; at most ten searches', () => {
  expect(searches([], ['clients pay late'])).toEqual(['clients pay late']);
  expect(searches(Array.from({ length: 30 }, (_, index) => `word${index}`))).toHaveLength(10);
});
