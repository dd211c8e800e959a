export const textFields = ['title', 'body'] as const;
export const itemFields = ['author', 'subreddit', 'flair', 'site', 'lang', 'type'] as const;
export type TextField = (typeof textFields)[number];
export type ItemField = (typeof itemFields)[number];

/** Consecutive folded words. `prefix`: the last word may have any ending. `exact`: quoted, so plural forms don't count. */
export interface PhraseNode {
  kind: 'words';
  words: string;
  prefix: boolean;
  exact: boolean;
  field: TextField | null;
}

/** A fact about the item, compared in folded form. */
export interface FactNode {
  kind: 'fact';
  field: ItemField;
  value: string;
  prefix: boolean;
}

export type RuleNode =
  | PhraseNode
  | FactNode
  | { kind: 'and'; nodes: RuleNode[] }
  | { kind: 'or'; nodes: RuleNode[] }
  | { kind: 'not'; node: RuleNode };

/** Evaluates a rule with the given truth of its leaves. */
export function evaluateRule(node: RuleNode, holds: (leaf: PhraseNode | FactNode) => boolean): boolean {
  switch (node.kind) {
    case 'and':
      return node.nodes.every((child) => evaluateRule(child, holds));
    case 'or':
      return node.nodes.some((child) => evaluateRule(child, holds));
    case 'not':
      return !evaluateRule(node.node, holds);
    default:
      return holds(node);
  }
}

/** Leaves that aren't negated. */
export function listWanted(node: RuleNode, negated = false): (PhraseNode | FactNode)[] {
  if (node.kind === 'not') return listWanted(node.node, !negated);
  if (node.kind === 'and' || node.kind === 'or') return node.nodes.flatMap((child) => listWanted(child, negated));
  return negated ? [] : [node];
}
