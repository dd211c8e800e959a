import * as z from 'zod';

/** What the offering costs, in one currency (ISO 4217). Null means no limit on that side. */
export const priceRangeSchema = z
  .strictObject({
    min: z.number().min(0).max(1e9).nullable(),
    max: z.number().min(0).max(1e9).nullable(),
    currency: z
      .string()
      .max(20, 'Use a three-letter currency code such as USD')
      .trim()
      .transform((code) => code.toUpperCase())
      .pipe(z.string().regex(/^[A-Z]{3}$/, 'Use a three-letter currency code such as USD')),
  })
  .refine(({ min, max }) => min !== null || max !== null, 'Enter a minimum or a maximum price')
  .refine(({ min, max }) => min === null || max === null || min <= max, 'The minimum is higher than the maximum');
export type PriceRange = z.output<typeof priceRangeSchema>;

/** "USD 20 to 90", "up to USD 90", "from USD 20". */
export function describePriceRange({ min, max, currency }: PriceRange): string {
  if (min !== null && max !== null) return `${currency} ${min} to ${max}`;
  return max === null ? `from ${currency} ${min ?? 0}` : `up to ${currency} ${max}`;
}
