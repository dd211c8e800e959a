/** PostgreSQL's text can't hold a NUL character, or half of a pair of UTF-16. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
