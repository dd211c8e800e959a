import { describe, expect, it } from 'vitest';
import { createStorage, createTokenStore, isExpired } from './storage.ts';

/** A browser storage that can be full or blocked. */
function nativeStorage() {
  const kept = new Map<string, string>();
  const state = { full: false, shut: false };
  const check = (isWrite: boolean) => {
    if (state.shut || (isWrite && state.full)) throw new Error('denied');
  };
  const storage = {
    getItem: (key: string) => (check(false), kept.get(key) ?? null),
    setItem: (key: string, value: string) => (check(true), void kept.set(key, value)),
    removeItem: (key: string) => (check(false), void kept.delete(key)),
  };
  return { state, kept, storage: storage as unknown as Storage };
}

describe('browser storage', () => {
  it('stores texts in the browser', () => {
    const { kept, storage } = nativeStorage();
    const store = createStorage(() => storage);
    store.set('a', '1');
    expect([store.get('a'), kept.get('a'), store.get('b')]).toEqual(['1', '1', null]);
    store.remove('a');
    expect([store.get('a'), kept.size]).toEqual([null, 0]);
  });

  it.each([
    ['is missing', () => null],
    [
      'throws when touched',
      () => {
        throw new Error('blocked');
      },
    ],
  ])('falls back to memory when it %s', (_, find) => {
    const store = createStorage(find);
    store.set('a', '1');
    expect(store.get('a')).toBe('1');
    store.remove('a');
    expect(store.get('a')).toBeNull();
  });

  it("doesn't return an old value when it is full", () => {
    const { state, storage } = nativeStorage();
    const store = createStorage(() => storage);
    store.set('a', 'old');
    state.full = true;
    store.set('a', 'new');
    expect(store.get('a')).toBe('new');
    state.full = false;
    store.set('a', 'newer');
    expect(store.get('a')).toBe('newer');
  });

  it('removes values even when it becomes blocked later', () => {
    const { state, storage } = nativeStorage();
    const store = createStorage(() => storage);
    state.shut = true;
    store.set('a', '1');
    store.remove('a');
    expect(store.get('a')).toBeNull();
  });
});

const now = Date.UTC(2026, 0, 1);
const seconds = now / 1000;
const jwt = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

function logOf() {
  const lines: string[] = [];
  const add = (line: string) => void lines.push(line);
  return { lines, log: { info: add, warn: add, error: add } };
}

describe('token expiry', () => {
  it.each([
    ['expires in one second', jwt({ exp: seconds + 1 }), false],
    ['expires now', jwt({ exp: seconds }), true],
    ['expired before', jwt({ exp: seconds - 1 }), true],
    ['has no expiry', jwt({ sub: '1' }), true],
    ['has a date string as expiry', jwt({ exp: '2099-01-01' }), true],
    ['has no object as payload', jwt(null), true],
    ['contains no JSON', 'h.bm9wZQ.s', true],
    ['contains no base64', 'h.%%%.s', true],
    ["isn't a JWT", 'nonsense', true],
    ['is empty', '', true],
  ])('recognizes whether a token that %s is expired', (_, token, expired) => {
    expect(isExpired(token, now, logOf().log)).toBe(expired);
  });

  it('reads claims with letters beyond ASCII and with both base64url signs', () => {
    const claims = { name: 'Zoë ÿ¾??>>', exp: seconds + 60 };
    expect(jwt(claims)).toMatch(/[-_]/);
    expect(isExpired(jwt(claims), now, logOf().log)).toBe(false);
  });

  it('logs why a token is invalid, and never the token itself', () => {
    const { lines, log } = logOf();
    for (const token of [jwt({ exp: seconds - 1 }), jwt({}), 'h.%%%.s']) isExpired(token, now, log);
    expect(lines).toEqual(['Token expired', 'Token invalid: it has no readable expiry', 'Token parse error']);
  });
});

describe('token store', () => {
  it('falls back to memory where the browser blocks storage', () => {
    const store = createTokenStore(
      createStorage(() => {
        throw new Error('SecurityError');
      }),
    );
    store.write('a');
    expect(store.read()).toBe('a');
    store.remove();
    expect(store.read()).toBeNull();
  });

  it('notifies of changes in this tab and in others', () => {
    const entries = new Map<string, string>();
    const native = {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
      removeItem: (key: string) => void entries.delete(key),
    } as Storage;
    const otherTab = new EventTarget();
    const store = createTokenStore(
      createStorage(() => native),
      otherTab,
    );
    const seen: (string | null)[] = [];
    store.subscribe((token) => seen.push(token));
    store.write('mine');
    entries.delete('token');
    otherTab.dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));
    entries.set('theme', 'dark');
    otherTab.dispatchEvent(Object.assign(new Event('storage'), { key: 'theme' }));
    expect(seen).toEqual(['mine', null]);
  });
});
