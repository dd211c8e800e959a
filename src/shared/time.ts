/** Durations in ms. A calendar day in a time zone may be shorter or longer: see time-zone.ts. */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;
