import { fullNumber } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';

export const firstRunTexts = {
  readOnly: t('You can read this workspace. It has no campaigns yet.'),
  greeting: (name: string) => t('Welcome, {name}.', { name }),
  question: t('What do you sell?'),
  field: t('A sentence or your website'),
  hint: t('Earshot then shows you people who ask for it.'),
  placeholder: t('We waterproof wet basements in Ohio'),
  find: t('Find conversations'),
  again: t('Search again'),
  empty: t('Say what you sell, in a sentence or with your website.'),
  tooShort: t('Say a little more: what you sell, and who needs it.'),
  tooLong: (most: number) => t('Use at most {most} characters. A sentence is enough.', { most: fullNumber(most) }),
  notSite: t('Enter a website such as example.com, or a sentence.'),
  conversations: t('Conversations'),
  thumbs: t('Your thumbs stay on this page until you press Start. Then they are stored with the posts, and teach your campaign.'),
  thumbsLost: t('Some of your thumbs could not be stored. You can rate the posts once they arrive.'),
  rate: { right: (title: string) => t('Good match: {title}', { title }), wrong: (title: string) => t('Bad match: {title}', { title }) },
  start: t('Start'),
  startHint: (hasFound: boolean) =>
    hasFound
      ? t('Creates the campaign with these conversations, and keeps looking for new ones.')
      : t('Creates the campaign, and keeps looking for conversations.'),
  searchFirst: t('Search again to start with what you typed.'),
  startFailed: (reason: string) => t("Couldn't create the campaign. {reason}", { reason }),
  noSources: t('Earshot knows no open site where people ask for this. Say more about it, or start and add sites to the campaign.'),
  unreachable: t("None of the sources could be reached. Check this server's connection, or try Earshot with made-up posts."),
  nothing: t('Nothing fits right now. Say more about what you sell, or start and let Earshot keep looking.'),
  sample: t('Try it with sample posts'),
  builders: t('Build a campaign yourself'),
  settings: t('Settings'),
  failed: (reason: string) => t("Couldn't start the sample. {reason}", { reason }),
};
