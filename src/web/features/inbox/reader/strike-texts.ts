export const strikeTexts = {
  title: 'Teach the campaign',
  text: (campaign: string) => `“${campaign}” looks again at everything it stored.`,
  kinds: { never: 'Never again', more: 'More like this' },
  words: 'Words',
  hint: 'Posts with these words, in this order, are left out.',
  rule: (rule: string) => `New rule: ${rule}`,
  known: { never: 'These words are excluded already', more: 'There is already a rule for these words' },
  submit: { never: 'Exclude words', more: 'Add rule' },
  done: {
    never: (words: string, campaign: string) => `“${words}” excluded from ${campaign}`,
    more: (words: string, campaign: string) => `Rule for “${words}” added to ${campaign}`,
  },
  failed: (message: string) => `Couldn't change the campaign. ${message}`,
};
