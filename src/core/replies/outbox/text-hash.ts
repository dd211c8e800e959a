import { createHash } from 'node:crypto';

/** Identifies what a user agreed to send: this text, as a reply to this item, from this account. */
export const hashOf = ({ account, parent, text }: { account: string; parent: string; text: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([account.toLowerCase(), parent, text]))
    .digest('hex');
