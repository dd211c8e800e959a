import type { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import type { Instance } from './instance.ts';

/** An instance that has an app at the fake Reddit. */
export const redditEnvironment = ({ url }: Awaited<ReturnType<typeof startFakeReddit>>): Record<string, string> => ({
  EARSHOT_REDDIT__WWW_URL: url,
  EARSHOT_REDDIT__API_URL: url,
  EARSHOT_REDDIT__CLIENT_ID: 'client',
  EARSHOT_REDDIT__CLIENT_SECRET: 'secret',
});

/** Completes Reddit's consent without a browser. */
export async function connectReddit(instance: Instance, token: string): Promise<void> {
  const { url } = await instance.api<{ url: string }>('GET', '/reddit-oauth/connect?scope=submit', { token });
  const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? 'http://nowhere').searchParams;
  await instance.api('POST', '/reddit-oauth/callback', { token, body: { code: back.get('code'), state: back.get('state') } });
}
