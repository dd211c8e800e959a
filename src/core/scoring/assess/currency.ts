/** Currencies that share a sign are one, because authors rarely say which dollar they mean. */
export type Currency = 'dollar' | 'euro' | 'pound' | 'franc' | 'rupee' | 'other';

const names: Readonly<Record<string, Currency>> = {
  $: 'dollar',
  dollar: 'dollar',
  dollars: 'dollar',
  buck: 'dollar',
  bucks: 'dollar',
  usd: 'dollar',
  cad: 'dollar',
  aud: 'dollar',
  nzd: 'dollar',
  '€': 'euro',
  eur: 'euro',
  euro: 'euro',
  euros: 'euro',
  '£': 'pound',
  pound: 'pound',
  pounds: 'pound',
  quid: 'pound',
  gbp: 'pound',
  chf: 'franc',
  francs: 'franc',
  '₹': 'rupee',
  inr: 'rupee',
  rupees: 'rupee',
};

export const signs = '$€£₹';

/** The currency of a sign, a word, or an ISO code; null if it is none. */
export function currencyOf(text: string): Currency | null {
  const name = text.toLowerCase();
  return Object.hasOwn(names, name) ? (names[name] ?? null) : null;
}

/** The currency of a campaign's ISO code. */
export const currencyOfCode = (code: string): Currency => currencyOf(code) ?? 'other';
