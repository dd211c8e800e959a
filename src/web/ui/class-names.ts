/** Joins class names and drops falsy ones. Later names don't override earlier ones: the stylesheet decides. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
