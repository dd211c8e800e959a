import type { ConfigInput } from '#core/platform/config.ts';

/** The configuration of a core beside a fake Reddit that it only reaches for connected accounts. */
export const redditOf = ({ url }: { url: string }): NonNullable<NonNullable<ConfigInput>['reddit']> => ({
  source: 'off',
  wwwUrl: url,
  apiUrl: url,
  clientId: 'client',
  clientSecret: 'secret',
});
