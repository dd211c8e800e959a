import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { TradeLanguage } from './words-in-language.ts';

const phrases = z.array(z.string());
export const tradeSchema = z.strictObject({
  id: z.string(),
  /** As shown to choose from. */
  name: z.string(),
  /** Whether the work is done at a place, so that customers are sought there. */
  local: z.boolean(),
  /** What such businesses and products call themselves. */
  sellers: phrases,
  /** What customers call what they look for. */
  customers: phrases,
  /** Who buys, in which situation. */
  buyers: phrases,
  /** What customers write, in their own words. */
  problems: phrases,
  /** Short words of the field that give a need away. */
  symptoms: phrases,
  /** Brands, products, and competitors that customers name. */
  brands: phrases,
  /** What they use or do instead. */
  leaves: phrases,
  /** In the rule language. */
  rules: phrases,
  /** Subreddits of the catalog where customers ask, best first. */
  communities: phrases,
  /** Hosts of other open communities where customers ask. */
  sites: phrases,
  /** Phrases of people who are no customers. */
  excludes: phrases,
  /** Needs that share words with this one but are something else. */
  neighbors: phrases,
});
export type Trade = z.output<typeof tradeSchema>;

/** A file for each field of business; the names are literal so that the build can copy the files. */
const files: readonly URL[] = [
  new URL('./data/accounting-tax-and-payments.json', import.meta.url),
  new URL('./data/arts-and-crafts.json', import.meta.url),
  new URL('./data/auto-repair-and-cars.json', import.meta.url),
  new URL('./data/baby-and-maternity.json', import.meta.url),
  new URL('./data/beauty-and-skincare.json', import.meta.url),
  new URL('./data/business-consulting-and-startups.json', import.meta.url),
  new URL('./data/business-productivity-software.json', import.meta.url),
  new URL('./data/careers-and-hr.json', import.meta.url),
  new URL('./data/childcare-and-parenting.json', import.meta.url),
  new URL('./data/cleaning-and-hauling.json', import.meta.url),
  new URL('./data/clothing-shoes-and-jewelry.json', import.meta.url),
  new URL('./data/construction-and-architecture.json', import.meta.url),
  new URL('./data/dental-eyes-and-ears.json', import.meta.url),
  new URL('./data/design-and-printing.json', import.meta.url),
  new URL('./data/developer-tools-and-web-hosting.json', import.meta.url),
  new URL('./data/digital-marketing.json', import.meta.url),
  new URL('./data/ecommerce-and-retail.json', import.meta.url),
  new URL('./data/electrical-and-smart-home.json', import.meta.url),
  new URL('./data/electronics-and-computers.json', import.meta.url),
  new URL('./data/email-marketing-and-sales.json', import.meta.url),
  new URL('./data/farms-and-horses.json', import.meta.url),
  new URL('./data/fitness.json', import.meta.url),
  new URL('./data/food-and-drink.json', import.meta.url),
  new URL('./data/furniture-and-home-decor.json', import.meta.url),
  new URL('./data/games-and-collectibles.json', import.meta.url),
  new URL('./data/home-repair-and-remodeling.json', import.meta.url),
  new URL('./data/immigration-and-life-abroad.json', import.meta.url),
  new URL('./data/insurance.json', import.meta.url),
  new URL('./data/it-data-and-cybersecurity.json', import.meta.url),
  new URL('./data/kitchen-and-household-appliances.json', import.meta.url),
  new URL('./data/lawn-and-garden.json', import.meta.url),
  new URL('./data/legal-services.json', import.meta.url),
  new URL('./data/manufacturing-and-workshop-tools.json', import.meta.url),
  new URL('./data/medical-clinics.json', import.meta.url),
  new URL('./data/medical-practice-management.json', import.meta.url),
  new URL('./data/mental-health-and-recovery.json', import.meta.url),
  new URL('./data/motorcycles-rvs-and-boats.json', import.meta.url),
  new URL('./data/moving-shipping-and-storage.json', import.meta.url),
  new URL('./data/music-and-instruments.json', import.meta.url),
  new URL('./data/nonprofits-and-faith.json', import.meta.url),
  new URL('./data/outdoor-living-and-pools.json', import.meta.url),
  new URL('./data/parties-and-events.json', import.meta.url),
  new URL('./data/personal-finance-and-lending.json', import.meta.url),
  new URL('./data/pest-control-and-restoration.json', import.meta.url),
  new URL('./data/pet-care.json', import.meta.url),
  new URL('./data/photography.json', import.meta.url),
  new URL('./data/plumbing-heating-and-cooling.json', import.meta.url),
  new URL('./data/real-estate-and-rentals.json', import.meta.url),
  new URL('./data/relationships-and-funerals.json', import.meta.url),
  new URL('./data/restaurants-and-catering.json', import.meta.url),
  new URL('./data/roofing-windows-and-exteriors.json', import.meta.url),
  new URL('./data/senior-and-disability-care.json', import.meta.url),
  new URL('./data/sports-and-outdoors.json', import.meta.url),
  new URL('./data/test-prep-and-admissions.json', import.meta.url),
  new URL('./data/travel.json', import.meta.url),
  new URL('./data/tutoring-languages-and-lessons.json', import.meta.url),
  new URL('./data/video-and-content-creators.json', import.meta.url),
  new URL('./data/weddings.json', import.meta.url),
  new URL('./data/wellness-and-sleep.json', import.meta.url),
  new URL('./data/writing-publishing-and-translation.json', import.meta.url),
];
export const fieldCount = files.length;

/** The trades of one field of business. The files are ours, and a test holds them to the schema. */
export const readField = async (index: number): Promise<Trade[]> => JSON.parse(await readFile(files[index] ?? '', 'utf8')) as Trade[];

/** A trade in a language: what replaces the parts of the English one with its ID. */
export const spokenTradeSchema = tradeSchema.pick({
  id: true,
  name: true,
  sellers: true,
  customers: true,
  buyers: true,
  problems: true,
  symptoms: true,
  brands: true,
  rules: true,
  excludes: true,
  communities: true,
});
export type SpokenTrade = z.output<typeof spokenTradeSchema>;

const languageFiles: Record<TradeLanguage, URL> = {
  de: new URL('./languages/de.json', import.meta.url),
  es: new URL('./languages/es.json', import.meta.url),
  fr: new URL('./languages/fr.json', import.meta.url),
  it: new URL('./languages/it.json', import.meta.url),
  nl: new URL('./languages/nl.json', import.meta.url),
  pt: new URL('./languages/pt.json', import.meta.url),
};
export const tradeLanguages = Object.keys(languageFiles) as TradeLanguage[];

/** The trades that are known in a language: fewer than in English. */
export const readTradesIn = async (language: TradeLanguage): Promise<SpokenTrade[]> =>
  JSON.parse(await readFile(languageFiles[language], 'utf8')) as SpokenTrade[];

/** An English trade, by ID. */
export async function readTrade(id: string): Promise<Trade | null> {
  for (let field = 0; field < fieldCount; field += 1) {
    const found = (await readField(field)).find((trade) => trade.id === id);
    if (found) return found;
  }
  return null;
}
