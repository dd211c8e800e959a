import { describe, expect, it } from 'vitest';
import { createStorage } from './storage.ts';

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
