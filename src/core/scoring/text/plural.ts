const unchanged = new Set([
  'news',
  'lens',
  'series',
  'always',
  'perhaps',
  'sometimes',
  'besides',
  'whereas',
  'his',
  'hers',
  'ours',
  'yours',
  'theirs',
  'its',
  'was',
  'has',
  'does',
  'yes',
  'gas',
  'bus',
  'this',
  'thus',
  'plus',
]);

/** A folded word without its plural ending, based on spelling alone. */
export function singularOf(word: string): string {
  if (word.length <= 3 || !word.endsWith('s') || unchanged.has(word) || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:x|ss|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** The folded word and its other forms of number. */
export function numberForms(word: string): string[] {
  const single = singularOf(word);
  const forms = new Set([word, single]);
  if (single.length < 2 || unchanged.has(word)) return [...forms];
  if (/(?:[sxz]|ch|sh)$/.test(single)) forms.add(`${single}es`);
  else if (/[^aeiou]y$/.test(single)) forms.add(`${single.slice(0, -1)}ies`);
  else forms.add(`${single}s`);
  return [...forms];
}
