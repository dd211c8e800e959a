/** A pasted link alone is a link; anything else is a text. Null: nothing was pasted. */
export function readPasted(pasted: string): { url: string } | { text: string } | null {
  const trimmed = pasted.trim();
  if (trimmed === '') return null;
  const isLink = /^https?:\/\/\S+$/i.test(trimmed) && URL.canParse(trimmed);
  return isLink ? { url: trimmed } : { text: pasted };
}
