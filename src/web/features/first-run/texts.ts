export const texts = {
  greeting: (name: string) => `Welcome, ${name}.`,
  question: 'What should Earshot look for?',
  lead: 'Earshot finds the Reddit conversations where someone needs what you offer, shows why they match, and helps you reply.',
  sample: 'Try it with sample posts',
  sampleHint: 'Made-up posts go through the real pipeline. The first leads arrive within seconds, and you can delete everything anytime.',
  own: 'Create your first campaign',
  ownHint: 'Describe what you offer in one sentence. Earshot suggests the rest, and you can change anything.',
  failed: (reason: string) => `Couldn't start the sample. ${reason}`,
};
