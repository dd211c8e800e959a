import { createElement, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { latePart } from './late-part.ts';

const Greeting = ({ name }: { name: string }) => createElement('b', null, `Hello ${name}`);
const shown = (Part: typeof Greeting | ReturnType<typeof latePart<{ name: string }>>['Part']) =>
  renderToStaticMarkup(createElement(Suspense, { fallback: 'Loading' }, createElement(Part, { name: 'Mara' })));

describe('a part that comes later', () => {
  test('is waited for where it has not come', () => {
    expect(shown(latePart(async () => Greeting).Part)).toContain('Loading');
  });

  test('is there at once where it has', async () => {
    const { Part, fetch } = latePart(async () => Greeting);
    fetch();
    await new Promise(setImmediate);
    expect(shown(Part)).toBe('<b>Hello Mara</b>');
  });

  test('is fetched again when it could not be fetched before', async () => {
    let tries = 0;
    const { Part, fetch } = latePart(async () => {
      tries += 1;
      if (tries === 1) throw new Error('the line is gone');
      return Greeting;
    });
    fetch();
    await new Promise(setImmediate);
    fetch();
    await new Promise(setImmediate);
    expect(shown(Part)).toBe('<b>Hello Mara</b>');
  });
});
