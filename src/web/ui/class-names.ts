/** Joins class names and leaves out what is false. Later names do not override earlier ones: the stylesheet decides. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
