import { describe, expect, it } from 'vitest';
import { listSamples, type Sample } from './samples.ts';

const samples = listSamples();
const byId = new Map(samples.map((sample) => [sample.id, sample]));
const posts = samples.filter(({ kind }) => kind === 'post');
const comments = samples.filter(({ kind }) => kind === 'comment');
const countOf = (label: number): number => samples.filter((sample) => sample.label === label).length;
const textOf = ({ title = '', body }: Sample): string => `${title}\n${body}`.toLowerCase().replace(/\s+/g, ' ').trim();
const lengthOf = (sample: Sample): number => textOf(sample).split(' ').length;

describe('sample posts', () => {
  it('include at least 320 items in at least 16 subreddits', () => {
    expect(samples.length).toBeGreaterThanOrEqual(320);
    expect(new Set(samples.map(({ subreddit }) => subreddit)).size).toBeGreaterThanOrEqual(16);
  });

  it('contain strong, possible, and on-topic ones among about as much noise', () => {
    expect(countOf(3)).toBeGreaterThanOrEqual(25);
    expect(countOf(2)).toBeGreaterThanOrEqual(35);
    expect(countOf(1)).toBeGreaterThanOrEqual(80);
    expect(countOf(0)).toBeGreaterThanOrEqual(170);
    expect(countOf(0) / samples.length).toBeGreaterThan(0.4);
    expect(countOf(0) / samples.length).toBeLessThan(0.6);
  });

  it('have unique ids', () => {
    expect(byId.size).toBe(samples.length);
  });

  it('never repeat a text, except in one crosspost', () => {
    const originals = samples.filter(({ crosspost }) => !crosspost);
    const texts = new Set(originals.map(textOf));
    expect(texts.size).toBe(originals.length);
    const titles = originals.flatMap(({ title }) => title ?? []);
    expect(new Set(titles).size).toBe(titles.length);
    const crossposts = samples.filter(({ crosspost }) => crosspost);
    expect(crossposts.length).toBe(1);
    expect(crossposts.filter((sample) => texts.has(textOf(sample))).length).toBe(1);
  });

  it('have authors that are obviously invented but valid on Reddit', () => {
    const authors = samples.flatMap(({ author }) => author ?? []);
    expect(authors.filter((author) => !/^[a-z]+_[a-z]+_sample$/.test(author) || author.length > 20)).toEqual([]);
    expect(new Set(authors).size).toBeGreaterThan(300);
  });

  it('range from one line to some 300 words', () => {
    const lengths = samples.map(lengthOf);
    expect(Math.min(...lengths)).toBeLessThan(8);
    expect(Math.max(...lengths)).toBeGreaterThan(250);
  });

  it('include one whose author deleted it, without text or name', () => {
    expect(samples.filter(({ gone }) => gone).map(({ author, body }) => ({ author, body }))).toEqual([{ author: null, body: '[deleted]' }]);
  });

  it('have titles if they are posts, and older threads if they are comments', () => {
    expect(posts.filter(({ title, parent }) => !title || parent !== undefined)).toEqual([]);
    const misplaced = comments.filter(({ parent = '', minutesAgo, subreddit, title }) => {
      const thread = byId.get(parent);
      return thread?.kind !== 'post' || thread.subreddit !== subreddit || thread.minutesAgo < minutesAgo || title !== undefined;
    });
    expect(misplaced).toEqual([]);
    expect(comments.length).toBeGreaterThan(40);
  });

  it('contain no URL that could be opened', () => {
    expect(samples.filter((sample) => /https?:|www\.|\.com\b|@\w+\.\w/.test(textOf(sample)))).toEqual([]);
  });
});
