import { expect, test } from 'vitest';
import { agree, commentsBy } from '#test/support/connected.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { redditOf } from '#test/support/reddit-config.ts';
import { makeServer } from '#test/support/serve.ts';

/** Matches the fake's tokens and codes, and the client secret. */
const secrets = /token-\d|refresh-\d|code-\d|the-client-secret/;

test('never includes a token in an API response, from connecting to disconnecting', async () => {
  const reddit = await startFakeReddit({ clientSecret: 'the-client-secret' });
  const server = await makeServer({ reddit: { ...redditOf(reddit), clientSecret: 'the-client-secret' } });
  const { token } = await server.member('ann');
  const api = server.api(token);
  const asked = await api.get('/reddit-oauth/connect?scope=submit');
  const back = await agree((asked.json as { url: string }).url);
  const answers = [asked];
  answers.push(await api.post('/reddit-oauth/callback', { code: back.get('code'), state: back.get('state') }));
  answers.push(await api.post('/reddit-oauth/callback', { code: back.get('code'), state: back.get('state') }));
  answers.push(await api.get('/reddit-oauth/status?_t=1'), await api.post('/reddit-oauth/refresh-token'), await api.get('/auth/me'));
  answers.push(await api.get('/auth/me/export'), await api.get('/outbox'), await api.delete('/reddit-oauth/disconnect'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200, 200, 200, 200, 200, 200]);
  expect(answers[5]?.json).toMatchObject({ hasRedditConnection: true });
  expect(answers.filter(({ text }) => secrets.test(text))).toEqual([]);
  expect(commentsBy(reddit)).toEqual([]);
  await server.close();
  await reddit.close();
});
