import { startFakeHackerNews } from '#test/support/fakes/hacker-news.ts';
import { startFakeStackExchange } from '#test/support/fakes/stack-exchange.ts';
import { startInstance } from './instance.ts';

/** An empty instance whose sources are stand-ins on loopback. */
export async function startWithSites() {
  const stack = await startFakeStackExchange(Date.now);
  const hackerNews = await startFakeHackerNews(Date.now);
  const instance = await startInstance({
    EARSHOT_STACK_EXCHANGE__URL: stack.url,
    EARSHOT_HACKER_NEWS__URL: hackerNews.url,
    EARSHOT_HACKER_NEWS__SEARCH_URL: hackerNews.url,
    EARSHOT_SECURITY__ALLOW_PRIVATE_HOSTS: [stack.host, hackerNews.host].join(','),
  });
  const close = async () => {
    for (const part of [instance, hackerNews, stack]) await part.close();
  };
  return { stack, instance, close };
}
