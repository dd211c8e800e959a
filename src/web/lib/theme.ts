import { useSyncExternalStore } from 'react';

export const themePreferences = ['light', 'dark', 'system'] as const;
export type ThemePreference = (typeof themePreferences)[number];

/** HSL triples, in the order of the settings screen. Lightness differs by theme so that text in any accent keeps a contrast of 4.5:1. */
export const accents = [
  { name: 'Blue', value: '217 84% 47%', foreground: '0 0% 100%', darkValue: '217 73% 68%' },
  { name: 'Green', value: '142 65% 28%', foreground: '0 0% 100%', darkValue: '142 50% 50%' },
  { name: 'Purple', value: '262 70% 56%', foreground: '0 0% 100%', darkValue: '262 66% 75%' },
  { name: 'Orange', value: '25 87% 35%', foreground: '0 0% 100%', darkValue: '25 76% 60%' },
  { name: 'Red', value: '0 72% 45%', foreground: '0 0% 100%', darkValue: '0 67% 71%' },
  { name: 'Teal', value: '173 74% 26%', foreground: '0 0% 100%', darkValue: '173 56% 43%' },
  { name: 'Pink', value: '330 72% 44%', foreground: '0 0% 100%', darkValue: '330 65% 70%' },
  { name: 'Indigo', value: '239 66% 58%', foreground: '0 0% 100%', darkValue: '239 67% 76%' },
] as const;
export type AccentName = (typeof accents)[number]['name'];
const teal = accents[5];

const themeKey = 'theme';
const oldThemeKey = 'ui-theme';
const accentKey = 'accent-color';

export interface Appearance {
  preference: ThemePreference;
  /** The theme that the preference currently resolves to. */
  dark: boolean;
  accent: AccentName;
}

/** The browser APIs that the theme uses. `storage` may throw on every call, as it does where site data is blocked. */
export interface ThemeSurroundings {
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  root: { classList: Pick<DOMTokenList, 'toggle'>; dataset: DOMStringMap; style: Pick<CSSStyleDeclaration, 'setProperty'> };
  systemDark: { matches: boolean; addEventListener(type: 'change', listener: () => void): void };
  /** Calls back when another tab of this site writes to the storage. */
  onStorage: (listener: () => void) => void;
}

const isPreference = (text: string | null): text is ThemePreference => themePreferences.some((preference) => preference === text);
const accentOf = (text: string | null) => accents.find(({ name }) => name.toLowerCase() === text?.toLowerCase()) ?? teal;

/** Reads, applies and stores theme and accent. Works without storage; a choice then lasts until the page is left. */
export function createTheme({ storage, root, systemDark, onStorage }: ThemeSurroundings) {
  const read = (key: string): string | null => attempt(() => storage().getItem(key)) ?? null;
  const write = (key: string, value: string) => attempt(() => storage().setItem(key, value));

  const readPreference = (): ThemePreference => {
    const kept = read(themeKey);
    if (isPreference(kept)) return kept;
    const old = read(oldThemeKey);
    if (old === null) return 'system';
    attempt(() => storage().removeItem(oldThemeKey));
    if (!isPreference(old)) return 'system';
    write(themeKey, old);
    return old;
  };

  const listeners = new Set<() => void>();
  let preference = readPreference();
  let accent = accentOf(read(accentKey));
  let appearance = apply();

  function apply(): Appearance {
    const dark = preference === 'dark' || (preference === 'system' && systemDark.matches);
    root.classList.toggle('dark', dark);
    root.classList.toggle('light', !dark);
    root.dataset['accent'] = accent.name.toLowerCase();
    root.style.setProperty('--accent-light', accent.value);
    root.style.setProperty('--accent-dark', accent.darkValue);
    return { preference, dark, accent: accent.name };
  }
  const refresh = () => {
    appearance = apply();
    for (const listener of listeners) listener();
  };

  systemDark.addEventListener('change', refresh);
  onStorage(() => {
    preference = readPreference();
    accent = accentOf(read(accentKey));
    refresh();
  });

  return {
    current: () => appearance,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setPreference: (next: ThemePreference) => {
      preference = next;
      write(themeKey, next);
      refresh();
    },
    setAccent: (next: AccentName) => {
      accent = accentOf(next);
      write(accentKey, next);
      refresh();
    },
  };
}
export type Theme = ReturnType<typeof createTheme>;

/** Storage throws where site data is blocked or the quota is full; that must not break the page. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

let browserTheme: Theme | undefined;

/** Applies the stored theme. Call it first in `main.tsx`, before anything renders; later calls return the same theme. */
export function startTheme(): Theme {
  browserTheme ??= createTheme({
    storage: () => window.localStorage,
    root: document.documentElement,
    systemDark: window.matchMedia('(prefers-color-scheme: dark)'),
    onStorage: (listener) => window.addEventListener('storage', listener),
  });
  return browserTheme;
}

export function useTheme(): Appearance & Pick<Theme, 'setPreference' | 'setAccent'> {
  const theme = startTheme();
  const appearance = useSyncExternalStore(theme.subscribe, theme.current);
  return { ...appearance, setPreference: theme.setPreference, setAccent: theme.setAccent };
}
