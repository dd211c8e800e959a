import { expect, test } from 'vitest';
import type { CustomerLanguage } from '#shared/languages.ts';
import { namesOf } from '#shared/streams.ts';
import { proposeBuiltIn } from './built-in.ts';

const from = (description: string, language: CustomerLanguage = 'en') =>
  proposeBuiltIn({ mode: 'basic', description, websiteUrl: '', pages: [], language }).draft;

test.each([
  ['en', 'I repair espresso machines in Portland, Oregon.', { name: 'Repair espresso machines', idealCustomer: '' }],
  [
    'en',
    'I teach adults to swim who are afraid of water.',
    { name: 'Teach adults to swim', idealCustomer: 'Adults who are afraid of water' },
  ],
  [
    'en',
    'I help people with ADHD declutter their homes.',
    { name: 'Help people with ADHD declutter their homes', idealCustomer: 'People with ADHD' },
  ],
  ['en', 'We install solar panels and home batteries.', { name: 'Install solar panels and home batteries', idealCustomer: '' }],
  ['en', 'Our shop sells oak cradles.', { name: 'Oak cradles', idealCustomer: '' }],
  ['de', 'Wir bauen und montieren Maßküchen aus Massivholz.', { name: 'Maßküchen', idealCustomer: '' }],
  ['en', 'We sell beds for old dogs.', { name: 'Beds', idealCustomer: 'Owners of old dogs' }],
  [
    'en',
    'We turn boring spreadsheets into dashboards for school districts',
    { name: 'Turn boring spreadsheets into dashboards', idealCustomer: 'School districts' },
  ],
  [
    'en',
    'I help people who inherited a house full of stuff get it emptied, sorted and sold',
    { name: 'Help people who inherited a house …', idealCustomer: 'People who inherited a house full of stuff' },
  ],
  [
    'en',
    'small agency, 4 people, we do Shopify migrations for stores leaving Magento',
    { name: 'Shopify migrations', idealCustomer: 'Stores leaving Magento' },
  ],
  [
    'en',
    'An API that pulls line items out of PDF invoices, for developers building accounting tools',
    { name: 'API that pulls line items', idealCustomer: 'Developers building accounting tools' },
  ],
  [
    'en',
    'Freelance video editor, I cut long podcasts into short clips for hosts who hate editing',
    { name: 'Freelance video editor', idealCustomer: 'Hosts who hate editing' },
  ],
  [
    'en',
    'I restore stained glass windows, mostly for churches but also for people with Victorian front doors',
    { name: 'Restore stained glass windows', idealCustomer: 'Churches. People with Victorian front doors' },
  ],
  [
    'en',
    'I do roofs. Slate and tile, repairs only, landlords and homeowners',
    { name: 'Roofs', idealCustomer: 'Landlords and homeowners' },
  ],
  [
    'en',
    'When a Rails app is stuck on version 4 and the person who wrote it is gone, they call me',
    { name: 'When a Rails app is stuck', idealCustomer: '' },
  ],
  ['en', 'Landscape lighting, north Dallas suburbs, houses not businesses', { name: 'Landscape lighting', idealCustomer: '' }],
  [
    'fr',
    'On vend un petit logiciel de devis pour les artisans du bâtiment qui travaillent seuls',
    { name: 'Petit logiciel de devis', idealCustomer: 'Artisans du bâtiment qui travaillent seuls' },
  ],
  [
    'fr',
    'Je donne des cours de français à des infirmiers étrangers pour travailler en Suisse',
    { name: 'Cours de français', idealCustomer: 'Infirmiers étrangers' },
  ],
  [
    'de',
    'Software für kleine Hausverwaltungen, mit der die Abrechnung in einem Tag fertig ist',
    { name: 'Software für kleine Hausverwaltungen', idealCustomer: 'Kleine Hausverwaltungen' },
  ],
  [
    'de',
    'Ich repariere alte Kachelöfen, meistens für Leute, die gerade ein Haus gekauft haben',
    { name: 'Alte Kachelöfen', idealCustomer: 'Leute, die gerade ein Haus gekauft haben' },
  ],
  ['de', 'Wir machen Umzüge für Senioren in Hamburg', { name: 'Umzüge', idealCustomer: 'Senioren' }],
  ['nl', "Ik help zzp'ers met hun btw-aangifte en jaarcijfers", { name: 'Btw-aangifte en jaarcijfers', idealCustomer: "Zzp'ers" }],
  [
    'nl',
    'Wij verhuren steigers en aanhangers aan klussers en kleine aannemers',
    { name: 'Steigers en aanhangers', idealCustomer: 'Klussers en kleine aannemers' },
  ],
  [
    'es',
    'Llevamos los impuestos de autónomos extranjeros que viven en España',
    { name: 'Impuestos de autónomos extranjeros', idealCustomer: '' },
  ],
  ['pt', 'Vendemos bolos de pote para quem tem cafeteria', { name: 'Bolos de pote', idealCustomer: 'Quem tem cafeteria' }],
  [
    'it',
    'Restauro mobili antichi e sedie impagliate a Torino, per privati',
    { name: 'Restauro mobili antichi e sedie impagliate', idealCustomer: 'Privati' },
  ],
  [
    'en',
    'Tool that tells you when your competitors change their pricing page',
    { name: 'Tool that tells you when your competitors …', idealCustomer: '' },
  ],
  [
    'en',
    'I write eulogies in 24 hours for families who can’t find the words',
    { name: 'Write eulogies', idealCustomer: 'Families who can’t find the words' },
  ],
  ['en', 'Drone spraying for vineyards too steep for tractors', { name: 'Drone spraying', idealCustomer: 'Vineyards' }],
  ['en', 'I sew costumes for cosplayers and alter wedding dresses', { name: 'Sew costumes', idealCustomer: 'Cosplayers' }],
  ['en', 'A dashboard for cooperatives that shows who owes what', { name: 'Dashboard', idealCustomer: 'Cooperatives' }],
  ['en', 'Two sisters selling vintage Pyrex in Ohio, we ship', { name: 'Two sisters selling vintage Pyrex', idealCustomer: '' }],
  [
    'de',
    'Ich schreibe Trauerreden für Familien, die keinen Pfarrer wollen',
    { name: 'Trauerreden', idealCustomer: 'Familien, die keinen Pfarrer wollen' },
  ],
  ['de', 'Ich biete Nachhilfe in Physik für die Oberstufe an.', { name: 'Nachhilfe', idealCustomer: 'Oberstufe' }],
  ['it', 'Rifacciamo bagni con pratiche per le detrazioni fiscali incluse', { name: 'Bagni', idealCustomer: '' }],
  ['de', 'Plugin für Shopware, das Retouren automatisch abwickelt', { name: 'Plugin für Shopware', idealCustomer: '' }],
  [
    'fr',
    'Nous aidons les restaurants à réduire leur facture d’électricité',
    { name: 'Réduire leur facture d’électricité', idealCustomer: 'Restaurants' },
  ],
  [
    'es',
    'Software para clínicas veterinarias que todavía usan papel',
    { name: 'Software para clínicas veterinarias', idealCustomer: 'Clínicas veterinarias que todavía usan papel' },
  ],
  ['es', 'Ayudo a opositores con el temario de Hacienda', { name: 'Temario de Hacienda', idealCustomer: 'Opositores' }],
  ['pt', 'Fazemos uniformes para escolas pequenas no Minho', { name: 'Uniformes', idealCustomer: 'Escolas pequenas' }],
  ['it', 'Insegno italiano ai badanti stranieri', { name: 'Italiano', idealCustomer: 'Badanti stranieri' }],
  ['it', 'Produciamo candele artigianali per matrimoni', { name: 'Candele artigianali', idealCustomer: '' }],
  ['nl', 'Wij bezorgen soep aan ouderen die alleen wonen in Breda', { name: 'Soep', idealCustomer: 'Ouderen die alleen wonen' }],
] as const)('takes name and customers from the words of the text alone, in %s: “%s”', (language, description, read) => {
  expect(from(description, language)).toMatchObject(read);
});

test.each([
  ['en', 'I restore stained glass windows, mostly for churches', ['stained glass', 'glass church']],
  ['en', 'small agency, 4 people, we do Shopify migrations for stores leaving Magento', ['shopify migrat*']],
  [
    'en',
    'Freelance video editor, I cut long podcasts into clips',
    ['("video editor" OR "video editors") (need OR help OR recommend* OR "looking for")'],
  ],
  ['en', 'I help people who inherited a house full of stuff get it emptied, sorted and sold', []],
  ['en', 'We help businesses grow.', []],
  ['en', 'Tools and services for everyone in Leeds', []],
  ['en', 'Our service checks whether your contact form still works, every hour', []],
  ['en', 'Two sisters selling vintage Pyrex in Ohio', ['vintage pyrex']],
  ['en', 'I sharpen kitchen knives at farmers markets', ['kitchen knives']],
  ['en', 'I help landlords get rid of mold', ['mold landlord']],
  ['de', 'Ich repariere alte Kachelöfen in Regensburg', ['kachelof* (suche OR empfehl* OR brauche)']],
  ['fr', 'On vend un petit logiciel de devis en Bretagne', ['logici* devis (cherche OR recommand* OR besoin)']],
  ['it', 'Restauro mobili antichi a Torino', ['mobili antichi (cerco OR consigli* OR bisogno)']],
] as const)('makes rules of things, not of verbs, places, or words that anybody uses, in %s: “%s”', (language, description, rules) => {
  expect(from(description, language).rules.map(({ text }) => text)).toEqual(rules);
});

test.each([
  ['Custom orthopedic shoes for people whose feet differ', /^(?:Shoes|feet)$/],
  ['I restore stained glass windows for churches', /^(?:windows|Windows10|glassesadvice)$/],
  ['We turn boring spreadsheets into dashboards', /^turning$/],
  ['Bookkeeping for food trucks and market stalls', /^(?:Trucks|Truckers|food|budgetfood)$/],
  ['Freelance video editor who cuts podcasts for hosts', /^freelanceWriters$/],
])('suggests no subreddit for one word that it shares with “%s”', (description, unwanted) => {
  expect(namesOf(from(description).streams, 'subreddit').filter((name) => unwanted.test(name))).toEqual([]);
});

test('states as problems only what the text says of its customers, or in a clause of its own', () => {
  expect(from('Video editing for hosts who hate editing').painPoints).toEqual(['hate editing']);
  expect(from('Menus for bakeries who open on Sundays').painPoints).toEqual([]);
  expect(from('Backups for teams: no more lost files').painPoints).toEqual(['no more lost files']);
  expect(from('I hate spreadsheets, so I build dashboards for schools').painPoints).toEqual([]);
});

test('says that customers are missing where the text names none', () => {
  const { draft, reasons } = proposeBuiltIn({ mode: 'basic', description: 'I repair espresso machines.', websiteUrl: '', pages: [] });
  expect(draft.idealCustomer).toBe('');
  expect(reasons).toContainEqual({ part: 'idealCustomer', why: 'Not in your description; edit it as needed' });
});
