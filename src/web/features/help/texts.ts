export const texts = {
  title: 'Help',
  lead: 'How Earshot finds, scores, and answers. These pages are the documentation of this version.',
  search: 'Search help',
  topics: 'Topics',
  all: 'All topics',
  noHits: 'Nothing found. Try other words, or choose a topic.',
  hits: 'Search results',
  table: 'Table',
};
