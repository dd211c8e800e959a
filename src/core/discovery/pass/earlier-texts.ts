import { itemOf, type ItemRow } from '#core/inbox/items/items.ts';
import { NearDuplicates } from '#core/scoring/filters/near-duplicates.ts';

const sharedTexts = 50_000;
const privateTexts = 2_000;
/** Each takes up to 1 MB. */
const maxPrivateScopes = 16;

/**
 * Fullname of an earlier item with nearly the same text, or null. Near-duplicates are detected per scope, so that one user's import
 * doesn't hide anything from others. Of the private scopes, those used last are remembered.
 */
export function createEarlierTexts(): (item: ItemRow) => string | null {
  let shared: NearDuplicates | null = null;
  const byScope = new Map<string, NearDuplicates>();
  return (item) => {
    if (item.scope === '') return (shared ??= new NearDuplicates(sharedTexts)).add(itemOf(item));
    const index = byScope.get(item.scope) ?? new NearDuplicates(privateTexts);
    byScope.delete(item.scope);
    byScope.set(item.scope, index);
    const [oldest = ''] = byScope.keys();
    if (byScope.size > maxPrivateScopes) byScope.delete(oldest);
    return index.add(itemOf(item));
  };
}
