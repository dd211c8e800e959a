import { streamsNamed } from '#shared/streams.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Campaign, Coverage } from '#shared/campaigns.ts';
import { makeServer } from '#test/support/serve.ts';
import { answeredDuring } from './others.ts';

const bytes = 5 * 1024 * 1024 - 1000;
/** An RSS document of 5 MB, with this text as often as it fits. */
const filled = (head: string, text: string, tail: string): string =>
  head + text.repeat(Math.floor((bytes - head.length - tail.length) / text.length)) + tail;
const channel = '<rss><channel><title>Forum</title>';
const ended = '</channel></rss>';
const inItem = (text: string): string => filled(`${channel}<item><title>a</title><description>`, text, `</description></item>${ended}`);
const distinct = Array.from({ length: 450_000 }, (_, n) => `<a${n}/>`).join('');

const bombs: Record<string, string> = {
  'elements with different names': `${channel}<item>${distinct}</item>${ended}`,
  'empty elements': inItem('<b/>'),
  'elements with a namespace': inItem('<a:b>x</a:b>'),
  'processing instructions': inItem('<?a b?>'),
  'small entries': filled(channel, '<item><title>a</title><guid>1</guid></item>', ended),
  'attributes of a tag that never ends': filled(`${channel}<item><a `, 'b ', ''),
  'escaped markup': inItem('&lt;b&gt;a'),
  'deep nesting': `${channel}<item>${'<d>'.repeat(700_000)}${'</d>'.repeat(700_000)}</item>${ended}`,
};

async function startForum(document: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(document));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.xml`;
}

test.each(Object.keys(bombs))("doesn't delay other users while reading a hostile feed: %s", async (name) => {
  const server = await makeServer({ security: { allowPrivateHosts: ['127.0.0.1'] } });
  onTestFinished(() => server.close());
  await server.member('root');
  const api = server.api((await server.member('ann')).token);
  const feed = await startForum(bombs[name] ?? '');
  const made = await api.post('/campaigns', { name: 'Forum', rules: [{ text: 'invoice' }], streams: streamsNamed('feed', [feed]) });
  const { id } = made.json as Campaign;
  const readIt = async () => {
    const run = await api.post(`/campaigns/${id}/run`);
    await server.core.discovery.pipeline.settled();
    return run;
  };
  const { answer, others } = await answeredDuring(server, readIt());
  expect(answer.status).toBe(202);
  expect(others).toBeGreaterThan(20);
  const { places } = (await api.get(`/campaigns/${id}/coverage`)).json as Coverage;
  expect(places.map(({ state }) => state)).toEqual([expect.stringMatching(/ok|failed/)]);
});
