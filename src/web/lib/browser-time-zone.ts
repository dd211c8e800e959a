import { isTimeZone } from '#shared/time-zone-name.ts';

export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The given time zone, or the browser's where none is set or the engine doesn't know it. */
export const knownTimeZone = (name: string | undefined): string => (name !== undefined && isTimeZone(name) ? name : browserTimeZone());
