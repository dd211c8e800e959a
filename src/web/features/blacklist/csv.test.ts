import { expect, it } from 'vitest';
import { blacklistCsv } from './blacklist.tsx';

it('exports a blacklist that the import reads back unchanged, with commas, quotes, and line breaks', () => {
  const entry = { id: '1', kind: 'word' as const, value: 'free, now', note: 'says "free"\ntwice', createdAt: '2026-11-21T09:00:00.000Z' };
  expect(blacklistCsv([entry])).toBe('kind,value,note\nword,"free, now","says ""free"" twice"');
});
