const dayMs = 86_400_000;

/** A day of next week, such as `2026-11-24`; 1 is Monday. */
export function nextWeek(weekday: number): string {
  const today = new Date();
  return new Date(today.getTime() + (7 - ((today.getUTCDay() + 6) % 7) + weekday - 1) * dayMs).toISOString().slice(0, 10);
}
