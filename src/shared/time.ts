/** Spans in milliseconds. A calendar day of a time zone can be shorter or longer: see time-zone.ts. */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;
