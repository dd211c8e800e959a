import { expect, test } from 'vitest';
import { SourceFailure } from '../failure.ts';
import { parseFeed } from './parse-feed.ts';

const items = '<item><title>Invoices</title><guid>1</guid></item>'.repeat(20_000);
const feed = {
  text: `<rss><channel><title>Forum</title>${items}</channel></rss>`,
  feedUrl: 'https://a.test/',
  url: 'https://a.test/',
  now: 0,
};

test('gives up on a feed that takes longer than it may, with a reason for the user', async () => {
  const { signal } = new AbortController();
  const failed = await parseFeed(feed, { signal, deadlineMs: 1 }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SourceFailure);
  expect(failed).toMatchObject({ message: 'The feed is too large or too complex to read.', kind: 'broken' });
  await expect(parseFeed(feed, { signal, deadlineMs: 60_000 })).resolves.toMatchObject({ label: 'Forum (a.test)' });
});
