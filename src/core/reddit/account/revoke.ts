import type { Upstream } from '#core/platform/http/upstream.ts';

interface Options {
  wwwUrl: string;
  clientId: string;
  clientSecret: string;
  upstream: Upstream;
}

/** Revokes a refresh token and its access tokens at Reddit. True if Reddit confirms, also for an unknown token. */
export async function revokeAtReddit(refreshToken: string, { wwwUrl, clientId, clientSecret, upstream }: Options): Promise<boolean> {
  try {
    const { status } = await upstream.send({
      url: `${wwwUrl.replace(/\/+$/, '')}/api/v1/revoke_token`,
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ token: refreshToken, token_type_hint: 'refresh_token' }).toString(),
    });
    return status === 200 || status === 204;
  } catch {
    return false;
  }
}
