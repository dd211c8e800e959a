import { createHash } from 'node:crypto';

/** What a user agreed to by sending: this text, under this thing, in the name of this account. */
export const hashOf = ({ account, parent, text }: { account: string; parent: string; text: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([account.toLowerCase(), parent, text]))
    .digest('hex');
