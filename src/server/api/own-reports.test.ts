import { expect, test } from 'vitest';
import { makeServer } from '#test/support/serve.ts';

test('returns no report but a reason before an account is connected, and rejects an unknown time zone', async () => {
  const server = await makeServer();
  try {
    const { token } = await server.member('ann');
    const api = server.api(token);
    expect(await api.get('/reddit-vibe-analysis/latest')).toMatchObject({ status: 204, text: '' });
    expect((await api.get('/reddit-health-simple/history')).json).toEqual({ items: [] });
    expect(await api.get('/reddit-vibe-analysis/analyze?zone=Europe/Berlin')).toMatchObject({
      status: 409,
      json: { message: 'Connect your Reddit account first' },
    });
    expect(await api.get('/reddit-vibe-analysis/analyze?zone=Mars/Olympus')).toMatchObject({ status: 400 });
    expect((await api.post('/reddit-health-simple/current')).status).toBe(405);
  } finally {
    await server.close();
  }
});
