import type { ItemRow } from '#core/inbox/items/items.ts';

/** Whether an item can be anybody's post: it is still there, and not from one of the user's own accounts. */
export const isOpenTo = ({ gone, author }: Pick<ItemRow, 'gone' | 'author'>, ownAccounts: ReadonlySet<string> | undefined): boolean =>
  gone === null && ownAccounts?.has(author?.toLowerCase() ?? '') !== true;

/** Leaves out texts that are nearly the same as an earlier one that is kept: pass the earliest first. */
export function isFirstOf(original: string | null, kept: ReadonlySet<string>): boolean {
  return original === null || !kept.has(original);
}
