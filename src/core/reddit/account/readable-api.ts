import type { RedditAccess } from '../client/client.ts';
import type { RedditApi } from '../client/request.ts';
import type { ConnectedAccount } from './service.ts';

export interface ReadableApi {
  api: RedditApi;
  /** Uses the user's own account, which may see what others may not. */
  isOwn: boolean;
}

interface ReadableApiDeps {
  access: () => RedditAccess;
  findConnected: (userId: number) => Promise<Pick<ConnectedAccount, 'api'> | null>;
}

/** The API that a user may read with: the app's token, or the one of their own account. Null if there is neither. */
export function createReadableApi({ access, findConnected }: ReadableApiDeps) {
  return async function apiOf(userId: number): Promise<ReadableApi | null> {
    const { client, config } = access();
    const isApi = config.source === 'auto' || config.source === 'api';
    if (client && isApi && (await client.app.serves())) return { api: client.apiWith(client.app), isOwn: false };
    const account = await findConnected(userId);
    return account && { api: account.api, isOwn: true };
  };
}
