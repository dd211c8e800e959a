import { expect, it } from 'vitest';
import { inBytes } from './overview.tsx';

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 KB'],
  [10 * 1024 ** 2, '10 MB'],
  [1.4 * 1024 ** 3, '1.4 GB'],
  [5000 * 1024 ** 4, '5000 TB'],
])('formats %d bytes as %s', (bytes, words) => expect(inBytes(bytes)).toBe(words));
