/** "0.4 s", "42 s", "3 min 20 s": the duration of a run. */
export function formatDuration(from: string, to: string): string {
  const seconds = Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${String(whole)} s`;
  const rest = whole % 60;
  return `${String(Math.floor(whole / 60))} min${rest === 0 ? '' : ` ${String(rest)} s`}`;
}
