import type { ConfigInput } from '#core/platform/config.ts';

/** Configuration of a core that uses a fake Reddit only for connected accounts. */
export const redditOf = ({ url }: { url: string }): NonNullable<NonNullable<ConfigInput>['reddit']> => ({
  source: 'off',
  wwwUrl: url,
  apiUrl: url,
  clientId: 'client',
  clientSecret: 'secret',
});
