import { createElement, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { lazyPart } from '#web/ui/lazy.tsx';

const Greeting = ({ name }: { name: string }) => createElement('b', null, `Hello ${name}`);
const shown = (Part: typeof Greeting | ReturnType<typeof lazyPart<{ name: string }>>['Part']) =>
  renderToStaticMarkup(createElement(Suspense, { fallback: 'Loading' }, createElement(Part, { name: 'Mara' })));

describe('a lazily loaded part', () => {
  test('suspends until it is loaded', () => {
    expect(shown(lazyPart(async () => Greeting).Part)).toContain('Loading');
  });

  test('renders at once when it is loaded', async () => {
    const { Part, preload } = lazyPart(async () => Greeting);
    preload();
    await new Promise(setImmediate);
    expect(shown(Part)).toBe('<b>Hello Mara</b>');
  });

  test('is loaded again after a failure', async () => {
    let tries = 0;
    const { Part, preload } = lazyPart(async () => {
      tries += 1;
      if (tries === 1) throw new Error('the line is gone');
      return Greeting;
    });
    preload();
    await new Promise(setImmediate);
    preload();
    await new Promise(setImmediate);
    expect(shown(Part)).toBe('<b>Hello Mara</b>');
  });
});
