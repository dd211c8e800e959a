import { fullNumber } from '#web/lib/format.ts';

export const firstRunTexts = {
  readOnly: 'You can read this workspace. It has no campaigns yet.',
  greeting: (name: string) => `Welcome, ${name}.`,
  question: 'What do you sell?',
  field: 'A sentence or your website',
  hint: 'Earshot then shows you people who ask for it.',
  placeholder: 'We waterproof wet basements in Ohio',
  find: 'Find conversations',
  again: 'Search again',
  empty: 'Say what you sell, in a sentence or with your website.',
  tooShort: 'Say a little more: what you sell, and who needs it.',
  tooLong: (most: number) => `Use at most ${fullNumber(most)} characters. A sentence is enough.`,
  notSite: 'Enter a website such as example.com, or a sentence.',
  conversations: 'Conversations',
  thumbs: 'Your thumbs stay on this page until you press Start. Then they are stored with the posts, and teach your campaign.',
  thumbsLost: 'Some of your thumbs could not be stored. You can rate the posts once they arrive.',
  rate: { right: (title: string) => `Good match: ${title}`, wrong: (title: string) => `Bad match: ${title}` },
  start: 'Start',
  startHint: (hasFound: boolean) =>
    hasFound
      ? 'Creates the campaign with these conversations, and keeps looking for new ones.'
      : 'Creates the campaign, and keeps looking for conversations.',
  searchFirst: 'Search again to start with what you typed.',
  startFailed: (reason: string) => `Couldn't create the campaign. ${reason}`,
  noSources: 'Earshot knows no open site where people ask for this. Say more about it, or start and add sites to the campaign.',
  unreachable: "None of the sources could be reached. Check this server's connection, or try Earshot with made-up posts.",
  nothing: 'Nothing fits right now. Say more about what you sell, or start and let Earshot keep looking.',
  sample: 'Try it with sample posts',
  builders: 'Build a campaign yourself',
  settings: 'Settings',
  failed: (reason: string) => `Couldn't start the sample. ${reason}`,
};
