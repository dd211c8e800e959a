const two = (part: number) => String(part).padStart(2, '0');

/** An instant as a `datetime-local` field wants it: the wall clock here, to the minute. Empty for null or what is no date. */
export function toLocalInput(iso: string | null): string {
  const date = new Date(iso ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The instant (ISO, UTC) that a wall clock here means, or null where the field is empty or half filled. */
export function fromLocalInput(local: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(local)) return null;
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
