import { numberForms, inflectedForms } from '#core/text/stems.ts';
import type { TextLanguage } from '#core/text/language.ts';
import type { FactNode, RuleNode, PhraseNode } from '../rules/tree.ts';

/** A rule whose words are replaced by pattern numbers of the automaton. */
export type Program =
  | { kind: 'and' | 'or'; nodes: Program[] }
  | { kind: 'not'; node: Program }
  | { kind: 'patterns'; ids: number[]; fields: number }
  | { kind: 'fact'; fact: FactNode };

/** Bits of a pattern's hits: the field it was found in. */
export const inTitle = 1;
export const inBody = 2;

/** Assigns a number to each distinct pattern. */
export class PatternTable {
  readonly texts: string[] = [];
  readonly #ids = new Map<string, number>();
  idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
  /** Removes all patterns from this number on. */
  forgetFrom(first: number): void {
    for (const text of this.texts.splice(first)) this.#ids.delete(text);
  }
}

/** @param languages whose word forms count as the same word, in addition to English plurals. */
export function compileRule(node: RuleNode, table: PatternTable, languages: readonly TextLanguage[] = []): Program {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { kind: node.kind, nodes: node.nodes.map((child) => compileRule(child, table, languages)) };
    case 'not':
      return { kind: 'not', node: compileRule(node.node, table, languages) };
    case 'fact':
      return { kind: 'fact', fact: node };
    default:
      return {
        kind: 'patterns',
        ids: patternsOf(node, languages).map((text) => table.idOf(text)),
        fields: node.field === 'title' ? inTitle : node.field === 'body' ? inBody : inTitle | inBody,
      };
  }
}

/** The folded spellings that satisfy a leaf, in the automaton's format. */
export function patternsOf({ words, prefix, exact }: PhraseNode, languages: readonly TextLanguage[] = []): string[] {
  if (prefix) return [` ${words}`];
  if (exact) return [` ${words} `];
  const cut = words.lastIndexOf(' ') + 1;
  const last = words.slice(cut);
  const foreign = languages.flatMap((language) => (language === 'en' ? [] : inflectedForms(language, last)));
  return [...new Set([...numberForms(last), ...foreign])].map((form) => ` ${words.slice(0, cut)}${form} `);
}

/**
 * Patterns of which every matching text contains at least one, or null when facts alone can satisfy the rule. A rule is only
 * evaluated after one of them was found.
 */
export function triggersOf(program: Program): number[] | null {
  switch (program.kind) {
    case 'patterns':
      return program.ids;
    case 'and': {
      const [best] = program.nodes
        .map(triggersOf)
        .filter((ids) => ids !== null)
        .toSorted((a, b) => a.length - b.length);
      return best ?? null;
    }
    case 'or': {
      const all = program.nodes.map(triggersOf);
      return all.every((ids) => ids !== null) ? all.flat() : null;
    }
    default:
      return null;
  }
}
