/** Normalizes names and addresses, so that those that look the same count as equal. */
export const keyOf = (text: string): string => text.trim().normalize('NFKC').toLowerCase();
