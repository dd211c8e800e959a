import { describe, expect, test } from 'vitest';
import { inAppTarget } from './leave-guard.tsx';

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
    expect(inAppTarget(click('http://earshot.test/dashboard/posts?q=a#b'), here)?.href).toBe('http://earshot.test/dashboard/posts?q=a#b');
  });

  test('ignores a click beside a link', () => {
    expect(inAppTarget(click(null), here)).toBeNull();
  });

  test('ignores links that open elsewhere', () => {
    expect(inAppTarget(click('http://earshot.test/dashboard', { ctrlKey: true }), here)).toBeNull();
    expect(inAppTarget(click('http://earshot.test/dashboard', { button: 1 }), here)).toBeNull();
    expect(inAppTarget(click('http://earshot.test/dashboard', {}, '_blank'), here)).toBeNull();
    expect(inAppTarget(click('https://www.reddit.com/r/x'), here)).toBeNull();
  });
});
