import { describe, expect, it } from 'vitest';
import { addEntries } from './chip-input.tsx';

const keep = (text: string) => text;

describe('addEntries', () => {
  it('adds one entry for each comma or line', () => {
    expect(addEntries(['a'], 'late invoices, deposits\nretainers', keep)).toEqual(['a', 'late invoices', 'deposits', 'retainers']);
  });

  it('skips empty entries and duplicates of any case', () => {
    expect(addEntries(['Deposits'], 'deposits, ,Invoices,INVOICES', keep)).toEqual(['Deposits', 'Invoices']);
  });

  it('normalizes entries and skips rejected ones', () => {
    const name = (text: string) => /^(?:r\/)?(\w{2,})$/.exec(text)?.[1] ?? null;
    expect(addEntries([], 'r/freelance, not a name, webdev', name)).toEqual(['freelance', 'webdev']);
  });
});
