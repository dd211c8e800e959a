const format = (zone: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(undefined, { timeZone: zone, ...options });

const onTheHour = format('UTC', { timeStyle: 'short' });
const hourAlone = format('UTC', { hour: 'numeric' });

/** "9 AM", or "09:00" in 24-hour locales. */
export const hourLabel = (hour: number): string =>
  (onTheHour.resolvedOptions().hour12 ? hourAlone : onTheHour).format(Date.UTC(2000, 0, 1, hour));

export const clockOf = (at: string, zone: string): string => format(zone, { timeStyle: 'short' }).format(new Date(at));
/** "Mon, 23 Nov, 14:30". */
export const whenOf = (at: string, zone: string): string =>
  format(zone, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(new Date(at));
/** From wall-clock time: "Monday, November 23". */
export const dayNameOf = (wall: number): string => format('UTC', { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(wall));
export const shortDayOf = (wall: number): { weekday: string; day: string } => ({
  weekday: format('UTC', { weekday: 'short' }).format(new Date(wall)),
  day: format('UTC', { day: 'numeric' }).format(new Date(wall)),
});
/** "16 – 22 November 2026". */
export const weekNameOf = (start: number): string =>
  format('UTC', { day: 'numeric', month: 'short', year: 'numeric' }).formatRange(new Date(start), new Date(start + 6 * 86_400_000));
