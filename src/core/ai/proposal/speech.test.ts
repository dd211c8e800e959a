import { expect, test } from 'vitest';
import { type FetchedItem, textOnly } from '#core/platform/item.ts';
import { openLanguageOf } from '#core/scoring/match/item-language.ts';
import { speechOf } from './speech.ts';

const item = (body: string): FetchedItem => ({
  ...textOnly,
  fullname: 't3_a',
  kind: 'post',
  subreddit: 'x',
  author: null,
  title: '',
  body,
  createdAt: 0,
});
const sentences: [string, string][] = [
  ['en', 'no fix no fee'],
  ['en', 'Need a lawyer in Madrid'],
  ['en', 'We clean offices'],
  ['en', 'No win no fee solicitors'],
  ['en', 'Bookkeeping for cafes'],
  ['en', 'Do me a favor and fix my pc'],
  ['de', 'Steuerberater in Berlin'],
  ['de', 'Wir bieten Webdesign an'],
  ['de', 'Suche Anwalt'],
  ['de', 'Hausverwaltung und Reinigung'],
  ['de', 'Nachhilfe in Mathe'],
  ['de', 'Wir reparieren Fahrräder'],
  ['fr', 'Avocat à Madrid'],
  ['fr', 'Nous vendons des vélos'],
  ['fr', 'Plombier pas cher'],
  ['fr', 'Cours de guitare en ligne'],
  ['fr', 'Photographe de mariage'],
  ['fr', 'Je cherche un comptable'],
  ['es', 'Abogada en Madrid'],
  ['es', 'Clases de inglés online'],
  ['es', 'Vendemos muebles a medida'],
  ['es', 'Fontanero urgente'],
  ['es', 'Busco un contable'],
  ['es', 'Reformas de cocinas en Sevilla'],
  ['pt', 'Advogada em Lisboa'],
  ['pt', 'Aulas de guitarra online'],
  ['pt', 'Vendemos móveis'],
  ['pt', 'Procuro um contador'],
  ['pt', 'Limpeza de escritórios'],
  ['pt', 'Fotógrafo de casamentos no Porto'],
  ['nl', 'Advocaat in Amsterdam'],
  ['nl', 'Wij verkopen fietsen'],
  ['nl', 'Loodgieter gezocht'],
  ['nl', 'Boekhouder voor kleine bedrijven'],
  ['nl', 'Gitaarles aan huis'],
  ['it', 'Avvocato a Milano'],
  ['it', 'Vendiamo mobili su misura'],
  ['it', 'Cerco un commercialista'],
  ['it', 'Lezioni di chitarra online'],
  ['it', 'Pulizie per uffici'],
  ['en', 'Guitar lessons and coupons for persons of any age'],
  ['en', 'Die casting, no minimum, per hour'],
  ['en', 'Payment management, equipment procurement, and recruitment'],
];

test.each(sentences)('takes a short text in %s for no other language: “%s”', async (language, text) => {
  expect([language, null]).toContain(speechOf(text));
  const languageOf = await openLanguageOf([{ languages: ['en'], rules: [] }]);
  expect([language, null]).toContain(languageOf?.(item(text)));
});

test.each([
  ['de', 'Wir bieten Webdesign für kleine Firmen und Vereine'],
  ['de', 'Zahnarztpraxis mit Behandlung unter Vollnarkose in Graz'],
  ['es', 'Vendemos muebles a medida para empresas con envío a los hogares'],
  ['es', 'Hacemos reformas de baños en Valencia'],
  ['es', 'Soy fotógrafa de bodas en Bilbao y alrededores'],
  ['fr', 'Nous rénovons des salles de bain à Lyon'],
  ['fr', 'Je suis avocate en droit du travail à Nantes'],
  ['fr', 'Cabinet d’expertise comptable pour artisans'],
  ['pt', 'Fazemos reformas de cozinhas em Curitiba'],
  ['pt', 'Sou contabilista e trato do IRS de trabalhadores independentes'],
  ['nl', 'Wij verkopen fietsen voor een eerlijke prijs'],
  ['nl', 'Ik ben bruidsfotograaf in Gent'],
  ['it', 'Ristrutturiamo bagni e cucine a Torino'],
  ['it', 'Sono un avvocato del lavoro di Bologna'],
  ['it', 'Lezioni di chitarra per adulti nella zona di Padova'],
])('recognizes a description that proves its language, %s: “%s”', (language, text) => {
  expect(speechOf(text)).toBe(language);
});

test.each([
  'no fix no fee',
  'We clean offices',
  'Meal planning app',
  'Bookkeeping for cafes',
  'Wedding photography for couples who hate posing.',
  'Invoicing software for freelancers: send invoices, take deposits, chase late payers politely.',
])('knows English from ordinary words: “%s”', (text) => {
  expect(speechOf(text)).toBe('en');
});

test.each(['Abogada en Madrid', 'Steuerberater in Berlin', 'Avvocato a Milano', 'Yoga online', 'Software de facturas online'])(
  'leaves the language of “%s” unknown',
  (text) => {
    expect(speechOf(text)).toBeNull();
  },
);
