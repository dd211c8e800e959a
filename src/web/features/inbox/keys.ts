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
  | 'goodMatch'
  | 'badMatch'
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
  '+': 'goodMatch',
  '-': 'badMatch',
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

/** `text`: a field; `control`: a button or link with keys of its own; `float`: a menu or dialog is open. */
export type FocusContext = 'page' | 'control' | 'text' | 'float';

/** The command for a key press, or null if the key isn't the inbox's. */
export function findCommand(press: KeyPress, context: FocusContext): Command | null {
  if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey || context === 'float') return null;
  const command = byKey[press.key.length === 1 ? press.key.toLowerCase() : press.key] ?? null;
  if (context === 'text') return command === 'close' ? 'close' : null;
  if (context === 'control' && (command === 'open' || press.key.startsWith('Arrow'))) return null;
  return command;
}
