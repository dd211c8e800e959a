import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromLocalInput, toLocalInput } from './when-input.tsx';

describe('times in a datetime-local field', () => {
  it('round-trip to the same minute in any time zone', () => {
    const minute = fc.date({ min: new Date('2020-01-01T00:00Z'), max: new Date('2040-01-01T00:00Z'), noInvalidDate: true }).map((date) => {
      date.setSeconds(0, 0);
      return date;
    });
    fc.assert(
      fc.property(minute, (date) => {
        const back = fromLocalInput(toLocalInput(date.toISOString()));
        // In the repeated hour, one local time means two instants.
        expect([0, 30, 60]).toContain(Math.abs(Date.parse(back ?? '') - date.getTime()) / 60_000);
        expect(toLocalInput(back)).toBe(toLocalInput(date.toISOString()));
      }),
    );
  });

  it('use the given zone', () => {
    expect(toLocalInput('2026-07-01T12:00:00.000Z', 'Asia/Kolkata')).toBe('2026-07-01T17:30');
    expect(fromLocalInput('2026-07-01T17:30', 'Asia/Kolkata')).toBe('2026-07-01T12:00:00.000Z');
    expect(fromLocalInput('2026-07-01', 'Asia/Kolkata')).toBeNull();
  });

  it('are empty without a date, and null while incomplete', () => {
    expect(toLocalInput(null)).toBe('');
    expect(toLocalInput('soon')).toBe('');
    expect(fromLocalInput('')).toBeNull();
    expect(fromLocalInput('2026-11-21')).toBeNull();
    expect(fromLocalInput('2026-13-40T10:00')).toBeNull();
  });
});
