import { expect, test } from 'vitest';
import { numberRange, percent, plainNumber, formatSample, shareRange, formatShare } from './vibe-sections.tsx';

test('formats small shares with a decimal and an empty sample as a dash', () => {
  expect([0, 0.004, 0.075, 0.05, 0.0999, 0.25, 1].map(percent)).toEqual(['0%', '0.4%', '7.5%', '5%', '10%', '25%', '100%']);
  expect(formatShare({ k: 3, n: 40 })).toBe('7.5%');
  expect(formatShare({ k: 0, n: 0 })).toBe('–');
});

test('formats samples and ranges', () => {
  expect(formatSample({ k: 250, n: 1000 })).toBe('250 of 1,000');
  expect(shareRange({ low: 0.2242, high: 0.2778 })).toBe('22% to 28%');
  expect([numberRange({ low: 3, high: 4.5 }), numberRange({ low: 4, high: 4 }), plainNumber(-1.26)]).toEqual(['3 to 4.5', '4', '-1.3']);
});
