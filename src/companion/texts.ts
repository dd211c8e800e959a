import { createTexts, languageOf, noCatalog } from '#shared/language.ts';
import german from '../shared/languages/de-companion.json' with { type: 'json' };

const catalogs = { en: {}, de: german };
/** The browser's own: the extension has no setting for it. */
export const language = languageOf(null, navigator.languages);
export const { t } = createTexts(language, { ...noCatalog, texts: catalogs[language] });

export const texts = {
  name: 'Earshot',
  scoring: (count: number) => t('Scoring {count, plural, one {# text} other {# texts}}…', { count }),
  nothing: t('Nothing to score on this page.'),
  noCampaigns: t('You have no active campaign. Create one in Earshot first.'),
  found: (leads: number, all: number) =>
    leads === 0
      ? t('No lead in {all, plural, one {# text} other {# texts}}', { all })
      : t('{leads, plural, one {# lead} other {# leads}} in {all, plural, one {# text} other {# texts}}', { leads, all }),
  saveTo: t('Save to'),
  bestCampaign: t('The campaign that fits best'),
  saveAll: (count: number) => t('Save {count, plural, one {# lead} other {# leads}}', { count }),
  save: t('Save'),
  saved: t('Saved'),
  reply: t('Reply'),
  close: t('Close'),
  lead: (score: number) => t('{score} · Lead', { score }),
  cantRead: t("Earshot can't read this page."),
  unreachable: (address: string) => t("Couldn't reach {address}. Try again in a minute.", { address }),
  ended: t("This browser isn't connected any more. Connect it again in the extension's options."),
  notThis: (address: string) => t("{address} didn't reply like Earshot. Check the address.", { address }),
  noAddress: t('Enter the address of your Earshot, such as https://earshot.example.com.'),
  refused: t('Without access to that address, the extension can send nothing to it.'),
  connected: (address: string) => t('Connected to {address}', { address }),
};
