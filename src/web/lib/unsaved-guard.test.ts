import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addGuard, guardHistory, historyIndexOf } from './unsaved-guard.ts';

interface Entry {
  pathname: string;
  state: unknown;
}

/** A history that behaves like a browser's: it reports a move afterwards, and only to entries that exist. */
class FakePage extends EventTarget {
  at: number;
  readonly entries: Entry[];
  constructor(entries: Entry[], at: number) {
    super();
    this.entries = entries;
    this.at = at;
  }
  get entry(): Entry {
    return this.entries[this.at] ?? { pathname: 'nowhere', state: null };
  }
  get location() {
    return this.entry;
  }
  get history() {
    return { state: this.entry.state, go: (step: number) => this.go(step) };
  }
  go(step: number): void {
    this.at += step;
    this.dispatchEvent(Object.assign(new Event('popstate'), { state: this.entry.state }));
  }
}

const entries: Entry[] = [
  { pathname: '/leads', state: { idx: 0 } },
  { pathname: '/campaigns', state: { idx: 1 } },
  { pathname: '/campaigns/1', state: { idx: 2 } },
  { pathname: '/posts', state: { idx: 3 } },
];
let page: FakePage;
let seen: string[];
let asked: (() => void)[];

let release = (): void => {};

/** Unsaved changes on the current entry. */
function edit(): void {
  const { pathname, state } = page.entry;
  release();
  release = addGuard({ entry: historyIndexOf(state), leaves: (to) => to.pathname !== pathname, ask: (go) => void asked.push(go) });
}
function start(at: number, history = entries): void {
  page = new FakePage(history, at);
  guardHistory(page as unknown as Window);
  page.addEventListener('popstate', () => void seen.push(page.entry.pathname));
  edit();
}
afterEach(() => release());
beforeEach(() => {
  seen = [];
  asked = [];
  start(2);
});

describe('Back and Forward with unsaved changes', () => {
  it.each([
    [-1, '/campaigns'],
    [-2, '/leads'],
    [1, '/posts'],
  ])('asks before a step of %i, and navigates when the user agrees', (step, there) => {
    page.go(step);
    expect(page.entry.pathname).toBe('/campaigns/1');
    expect(seen).toEqual([]);
    asked[0]?.();
    expect(page.entry.pathname).toBe(there);
    expect(seen).toEqual([there]);
  });

  it('asks each time until the user agrees', () => {
    page.go(-1);
    page.go(-1);
    expect(asked).toHaveLength(2);
    expect(page.entry.pathname).toBe('/campaigns/1');
  });

  it("doesn't ask when nothing would be lost", () => {
    start(1, [{ pathname: '/campaigns/1', state: { idx: 1 } }, ...entries.slice(2)]);
    page.go(-1);
    expect(seen).toEqual(['/campaigns/1']);
    release();
    page.go(2);
    expect(seen).toEqual(['/campaigns/1', '/posts']);
    expect(asked).toEqual([]);
  });

  it('treats an entry without a number as one step back', () => {
    start(1, [{ pathname: '/leads', state: null }, ...entries.slice(2, 3)]);
    page.go(-1);
    expect(page.entry.pathname).toBe('/campaigns/1');
    asked[0]?.();
    expect(page.entry.pathname).toBe('/leads');
  });
});
