import { describe, expect, test } from 'vitest';
import { findWayOut } from './way-out.ts';

const here = { origin: 'http://earshot.test' };
const click = (href: string | null, more: object = {}, target = '') =>
  ({
    button: 0,
    metaKey: false,
    ctrlKey: false,
    shiftKey: false,
    altKey: false,
    ...more,
    target: { closest: () => (href === null ? null : { href, target }) } as unknown as EventTarget,
  }) as const;

describe('leaving with unsaved changes', () => {
  test('detects a link to another page', () => {
    expect(findWayOut(click('http://earshot.test/dashboard/posts?q=a#b'), here)?.href).toBe('http://earshot.test/dashboard/posts?q=a#b');
  });

  test('ignores a click beside a link', () => {
    expect(findWayOut(click(null), here)).toBeNull();
  });

  test('ignores links that open elsewhere', () => {
    expect(findWayOut(click('http://earshot.test/dashboard', { ctrlKey: true }), here)).toBeNull();
    expect(findWayOut(click('http://earshot.test/dashboard', { button: 1 }), here)).toBeNull();
    expect(findWayOut(click('http://earshot.test/dashboard', {}, '_blank'), here)).toBeNull();
    expect(findWayOut(click('https://www.reddit.com/r/x'), here)).toBeNull();
  });
});
