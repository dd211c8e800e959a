const withoutMarks = (letter: string): string => letter.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');

/**
 * A text as SQLite's `unicode61 remove_diacritics 2` splits it: words of letters and digits in lowercase, without diacritics on Latin
 * letters, separated by spaces.
 */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\p{Script=Latin}--[a-z]]/gv, withoutMarks)
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^\p{L}\p{N}\p{Co}]+/gu, ' ')
    .trim();
