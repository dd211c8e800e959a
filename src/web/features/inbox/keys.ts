export type Command =
  | 'next'
  | 'previous'
  | 'open'
  | 'lead'
  | 'dismiss'
  | 'archive'
  | 'followUp'
  | 'select'
  | 'reply'
  | 'undo'
  | 'right'
  | 'wrong'
  | 'help'
  | 'close';

const byKey: Readonly<Record<string, Command>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Enter: 'open',
  l: 'lead',
  x: 'dismiss',
  e: 'archive',
  f: 'followUp',
  s: 'select',
  r: 'reply',
  u: 'undo',
  '+': 'right',
  '-': 'wrong',
  '?': 'help',
  Escape: 'close',
};

/** What the help shows, in its order. `/` belongs to the page header. */
export const keyGuide: readonly { command: Command | 'search'; keys: readonly string[] }[] = [
  { command: 'next', keys: ['j', '↓'] },
  { command: 'previous', keys: ['k', '↑'] },
  { command: 'open', keys: ['Enter'] },
  { command: 'lead', keys: ['l'] },
  { command: 'dismiss', keys: ['x'] },
  { command: 'archive', keys: ['e'] },
  { command: 'followUp', keys: ['f'] },
  { command: 'reply', keys: ['r'] },
  { command: 'select', keys: ['s'] },
  { command: 'right', keys: ['+'] },
  { command: 'wrong', keys: ['-'] },
  { command: 'undo', keys: ['u'] },
  { command: 'search', keys: ['/'] },
  { command: 'help', keys: ['?'] },
  { command: 'close', keys: ['Esc'] },
];

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  defaultPrevented: boolean;
}

/** Where the key was pressed: `text` is a field, `control` a button or link that has keys of its own, `float` a menu or dialog. */
export type Place = 'page' | 'control' | 'text' | 'float';

/** What a key press asks for, or null when it belongs to something else. */
export function findCommand(press: KeyPress, place: Place): Command | null {
  if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey || place === 'float') return null;
  const command = byKey[press.key.length === 1 ? press.key.toLowerCase() : press.key] ?? null;
  if (place === 'text') return command === 'close' ? 'close' : null;
  if (place === 'control' && (command === 'open' || press.key.startsWith('Arrow'))) return null;
  return command;
}

/** Picks one of `options` by its figure, 1 for the first. */
export function findByFigure<T>(key: string, options: readonly T[]): T | undefined {
  return /^[1-9]$/.test(key) ? options[Number(key) - 1] : undefined;
}
