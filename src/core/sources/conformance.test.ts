import { fullnameAt, idAt } from '#shared/origin.ts';
import { createHash } from 'node:crypto';
import { type Entry, rss } from '#test/support/fakes/feed.ts';
import { startFakeHackerNews } from '#test/support/fakes/hacker-news.ts';
import { type Handle, page, startSite } from '#test/support/fakes/site.ts';
import { describeConformance } from '#test/support/source-conformance.ts';
import { openFeeds } from './feeds/feed.ts';
import { openHackerNews } from './hacker-news/hacker-news.ts';

describeConformance('hackernews', openHackerNews, async (clock) => {
  const site = await startFakeHackerNews(() => clock.now);
  return {
    stream: { kind: 'hackernews', name: 'Hacker News' },
    hosts: [site.host],
    config: site.config,
    publish: ({ title, body, author = 'somebody', at = clock.now, count = 1 }) =>
      fullnameAt(
        'hackernews',
        String(site.add({ title, text: body, by: author, time: Math.floor(at / 1000), score: count, descendants: count })),
      ),
    remove: (fullname) => site.change(Number(idAt('hackernews', fullname)), { deleted: true }),
    answerWith: (handle) => {
      site.state.handle = handle;
    },
  };
});

describeConformance('feed', openFeeds, async (clock) => {
  const entries: Entry[] = [];
  const [site, other] = [await startSite(), await startSite()];
  const shown: Handle = (request, response) => page(rss('A forum of many', entries.slice(0, 400)))(request, response);
  site.serve('/feed', shown);
  other.serve('/feed', page(rss('Another one', [{ id: '1', title: 'There', text: 'text' }])));
  const url = `${site.url}/feed`;
  return {
    stream: { kind: 'feed', name: url },
    other: { kind: 'feed', name: `${other.url}/feed` },
    hosts: [site.host, other.host],
    publish: ({ title, body, author = 'somebody', at = clock.now }) => {
      const id = `entry-${entries.length}`;
      entries.unshift({ id, title, text: body, author, link: `https://forum.example.com/${id}`, date: new Date(at).toUTCString() });
      return fullnameAt('feed', createHash('sha256').update(`${url}\0${id}`).digest('hex').slice(0, 24));
    },
    answerWith: (handle) => site.serve('/feed', handle ?? shown),
  };
});
