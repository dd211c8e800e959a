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
