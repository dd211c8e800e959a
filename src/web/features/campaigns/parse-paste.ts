/** A link on its own is a URL; anything else is text. Null for an empty paste. */
export function parsePaste(pasted: string): { url: string } | { text: string } | null {
  const trimmed = pasted.trim();
  if (trimmed === '') return null;
  const isLink = /^https?:\/\/\S+$/i.test(trimmed) && URL.canParse(trimmed);
  return isLink ? { url: trimmed } : { text: pasted };
}
