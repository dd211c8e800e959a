import { expect, test } from 'vitest';
import { customerLanguages, type CustomerLanguage } from '#shared/languages.ts';
import { regionsIn, whereIn } from './regions.ts';

const texts: [CustomerLanguage, string, string[]][] = [
  ['en', 'A plumbing business in Dallas and around Fort Worth', ['Dallas', 'Fort Worth']],
  ['de', 'Steuerkanzlei in Köln', ['Köln']],
  ['de', 'Umzüge im Raum Stuttgart und in Bad Cannstatt', ['Stuttgart', 'Bad Cannstatt']],
  ['de', 'Wir arbeiten in Handarbeit und in Ihrer Werkstatt, auch bei Frost.', []],
  ['de', 'Fahrradwerkstatt aus Regensburg, rund um Tübingen', ['Regensburg', 'Tübingen']],
  ['de', 'Treuhänder in der Schweiz', ['Schweiz']],
  ['de', 'Einbauschränke aus Massivholz im Raum Freiburg im Breisgau', ['Freiburg im Breisgau']],
  ['de', 'Hilfe beim Umzug, in Deutschland und in Österreich', ['Deutschland', 'Österreich']],
  ['de', 'Reparaturen in Nürnberg, Fürth und Erlangen und in Werkstätten', ['Nürnberg', 'Fürth', 'Erlangen']],
  ['de', 'Umzüge in Leipzig, Entrümpelung und Montage', ['Leipzig']],
  ['pt', 'Mudanças em Braga e Guimarães', ['Braga', 'Guimarães']],
  ['es', 'Reformas en Valencia y cerca de Castellón', ['Valencia', 'Castellón']],
  ['es', 'Comida por encargo en Los Ángeles y en la Costa Brava', ['Los Ángeles', 'Costa Brava']],
  ['es', 'Fisioterapeuta en Santiago de Compostela', ['Santiago de Compostela']],
  ['es', 'Especialistas en Marketing Digital, expertos en Excel y asesoría en Derecho', []],
  ['fr', 'Serrurier à La Rochelle et près de Le Havre', ['La Rochelle', 'Le Havre']],
  ['fr', 'Plombier à Lyon et en Bretagne', ['Lyon', 'Bretagne']],
  ['fr', 'À Aix-en-Provence, cours en ligne et formation en Excel', ['Aix-en-Provence']],
  ['pt', 'Contabilista em Vila Nova de Gaia, também no Porto', ['Vila Nova de Gaia', 'Porto']],
  ['nl', 'Loodgieter in Den Haag en regio Rotterdam, les in het Engels', ['Den Haag', 'Rotterdam']],
  ['it', 'Idraulico a Reggio Emilia e in provincia di Modena', ['Reggio Emilia', 'Modena']],
  ['it', 'Consulenza in Marketing, esperti in Excel', []],
];

test.each(texts)('of a text in %s takes the places alone: “%s”', (language, text, places) => {
  expect(regionsIn(text, language)).toEqual(places);
});

test.each(customerLanguages)('are said in the language of the customers: %s', (language) => {
  expect(whereIn(language, [])).toBe('');
  expect(whereIn(language, ['Bern', 'Genf'])).toMatch(/Bern \p{L}+ Genf$/u);
});
