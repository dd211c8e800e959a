import { t } from '#web/lib/language.ts';
export const texts = {
  title: t('Help'),
  lead: t('How Earshot finds, scores, and answers. These pages are the documentation of this version.'),
  search: t('Search help'),
  topics: t('Topics'),
  all: t('All topics'),
  noHits: t('Nothing found. Try other words, or choose a topic.'),
  hits: t('Search results'),
  table: t('Table'),
};
