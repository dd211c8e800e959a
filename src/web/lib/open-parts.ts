import { useState } from 'react';
import { localStore, type TextStorage } from './storage.ts';

const key = 'open-parts';

export function readOpenParts(storage: TextStorage): string[] {
  try {
    const names: unknown = JSON.parse(storage.get(key) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export function keepOpenPart(storage: TextStorage, name: string, isOpen: boolean): void {
  const others = readOpenParts(storage).filter((other) => other !== name);
  storage.set(key, JSON.stringify(isOpen ? [...others, name] : others));
}

/** Whether a part of the app is open: closed at first, then as the user left it in this browser. */
export function useOpenPart(name: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => readOpenParts(localStore).includes(name));
  const change = (next: boolean) => {
    setOpen(next);
    keepOpenPart(localStore, name, next);
  };
  return [isOpen, change];
}
