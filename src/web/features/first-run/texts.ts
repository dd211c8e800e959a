export const texts = {
  greeting: (name: string) => `Welcome, ${name}.`,
  rest: 'What shall Earshot listen for?',
  lead: 'It reads Reddit for the conversations in which somebody needs what you offer, says why, and helps you to answer.',
  sample: 'Try it with sample posts',
  sampleHint: 'Invented posts run through the real thing. The first leads arrive within seconds, and you can delete it all at any time.',
  own: 'Create your first campaign',
  ownHint: 'Say in a sentence what you offer. Earshot proposes the rest, and you change what you like.',
  failed: (why: string) => `The sample could not be started: ${why}`,
};
