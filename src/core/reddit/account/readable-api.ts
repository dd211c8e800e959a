import type { RedditAccess } from '../client/client.ts';
import type { RedditApi } from '../client/request.ts';
import type { ConnectedAccount } from './service.ts';

export interface ReadableApi {
  api: RedditApi;
  /** Through the user's own account: what it may see is not for everybody. */
  isOwn: boolean;
}

interface ReadableApiDeps {
  access: RedditAccess;
  findConnected: (userId: number) => Promise<Pick<ConnectedAccount, 'api'> | null>;
}

/** The API as a user may read it: with the app's token, else with that of their own account. Null: neither. */
export function createReadableApi({ access: { client, config }, findConnected }: ReadableApiDeps) {
  const isApi = config.source === 'auto' || config.source === 'api';
  return async function apiOf(userId: number): Promise<ReadableApi | null> {
    if (client && isApi && (await client.app.serves())) return { api: client.apiWith(client.app), isOwn: false };
    const account = await findConnected(userId);
    return account && { api: account.api, isOwn: true };
  };
}
