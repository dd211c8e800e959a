import { describe, expect, it } from 'vitest';
import { accents, createTheme } from './theme.ts';

function surroundings(stored: Record<string, string> = {}, { dark = false, blocked = false } = {}) {
  const kept = new Map(Object.entries(stored));
  const classes = new Set<string>();
  const dataset: DOMStringMap = {};
  const changes: (() => void)[] = [];
  const systemDark = { matches: dark, addEventListener: (_type: 'change', listener: () => void) => void changes.push(listener) };
  const storage = () => {
    if (blocked) throw new Error('Access is denied for this document');
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
  };
  const classList = {
    toggle: (name: string, on?: boolean) => {
      if (on) classes.add(name);
      else classes.delete(name);
      return on ?? false;
    },
  };
  const painted = new Map<string, string | null>();
  const style = { setProperty: (name: string, value: string | null) => void painted.set(name, value) };
  const storageListeners: (() => void)[] = [];
  const theme = createTheme({
    storage,
    root: { classList, dataset, style },
    systemDark,
    onStorage: (listener) => void storageListeners.push(listener),
  });
  const switchSystem = (matches: boolean) => {
    systemDark.matches = matches;
    for (const change of changes) change();
  };
  return { theme, kept, classes, dataset, painted, switchSystem, otherTabWrote: () => storageListeners.forEach((listener) => listener()) };
}

describe('theme', () => {
  it('follows the system when nothing is stored, also when the system changes', () => {
    const { theme, classes, switchSystem } = surroundings({}, { dark: true });
    expect(theme.current()).toEqual({ preference: 'system', dark: true, accent: 'Teal' });
    expect([...classes]).toEqual(['dark']);
    switchSystem(false);
    expect([...classes]).toEqual(['light']);
    expect(theme.current().dark).toBe(false);
  });

  it('keeps an explicit choice against the system', () => {
    const { theme, kept, classes, switchSystem } = surroundings({ theme: 'light' }, { dark: true });
    expect([...classes]).toEqual(['light']);
    theme.setPreference('dark');
    switchSystem(false);
    expect([...classes]).toEqual(['dark']);
    expect(kept.get('theme')).toBe('dark');
  });

  it('migrates an old ui-theme value once', () => {
    const { theme, kept } = surroundings({ 'ui-theme': 'dark' });
    expect(theme.current().preference).toBe('dark');
    expect(Object.fromEntries(kept)).toEqual({ theme: 'dark' });
  });

  it('keeps a newer choice when an old value still exists', () => {
    expect(surroundings({ theme: 'light', 'ui-theme': 'dark' }).theme.current().preference).toBe('light');
  });

  it('ignores unknown stored values', () => {
    const { theme, dataset } = surroundings({ theme: 'sepia', 'accent-color': 'Mauve' });
    expect(theme.current()).toEqual({ preference: 'system', dark: false, accent: 'Teal' });
    expect(dataset['accent']).toBe('teal');
  });

  it('stores the accent by name and applies it to the page', () => {
    const { theme, kept, dataset, painted } = surroundings();
    theme.setAccent('Indigo');
    expect(kept.get('accent-color')).toBe('Indigo');
    expect(dataset['accent']).toBe('indigo');
    expect(Object.fromEntries(painted)).toEqual({ '--accent-light': '239 66% 58%', '--accent-dark': '239 67% 76%' });
  });

  it('follows a change in another tab and notifies its listeners', () => {
    const { theme, kept, otherTabWrote } = surroundings();
    let calls = 0;
    const stop = theme.subscribe(() => (calls += 1));
    kept.set('theme', 'dark').set('accent-color', 'Pink');
    otherTabWrote();
    expect(theme.current()).toEqual({ preference: 'dark', dark: true, accent: 'Pink' });
    stop();
    otherTabWrote();
    expect(calls).toBe(1);
  });

  it('works where storage is blocked', () => {
    const { theme, classes } = surroundings({ theme: 'dark' }, { blocked: true });
    expect(theme.current().preference).toBe('system');
    theme.setPreference('dark');
    expect([...classes]).toEqual(['dark']);
  });
});

describe('accents', () => {
  it('are in the specified order, with Teal sixth', () => {
    expect(accents.map(({ name }) => name)).toEqual(['Blue', 'Green', 'Purple', 'Orange', 'Red', 'Teal', 'Pink', 'Indigo']);
  });
});
