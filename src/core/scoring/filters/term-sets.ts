import type { FetchedItem } from '#core/platform/item.ts';
import { buildAutomaton } from '../match/automaton.ts';
import { PatternTable } from '../match/program.ts';
import { createFolder, foldToString } from '#core/text/fold.ts';

/** Finds which of many lists of words or phrases occur in an item's text, as whole words, in one pass. */
export function compileWordSets(lists: readonly (readonly string[])[]): (item: Pick<FetchedItem, 'title' | 'body'>) => ReadonlySet<number> {
  const table = new PatternTable();
  const owners: number[][] = [];
  for (const [list, words] of lists.entries()) {
    for (const word of words) {
      const folded = foldToString(word);
      if (folded.trim() !== '') (owners[table.idOf(folded)] ??= []).push(list);
    }
  }
  const automaton = buildAutomaton(table.texts);
  const fold = createFolder();
  return (item) => {
    const found = new Set<number>();
    if (table.texts.length === 0) return found;
    const onHit = (pattern: number): void => {
      for (const list of owners[pattern] ?? []) found.add(list);
    };
    automaton.scan(fold(item.title), onHit);
    automaton.scan(fold(item.body), onHit);
    return found;
  };
}
