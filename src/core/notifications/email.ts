import type { Channel } from './channel.ts';
import { mailHtml } from './mail-html.ts';
import { mailText } from './mail-text.ts';
import { cut, oneLine } from './plain.ts';

/** Mail to the address of the account and to no other: nobody else's mailbox can be filled from here. */
export const email: Channel<'email'> = {
  knowsRepeats: false,
  hint: () => 'The address of your account',
  send: (letter, _, { mail }) =>
    mail.deliver({
      to: letter.address,
      subject: cut(oneLine(letter.headline), 150),
      text: mailText(letter),
      html: mailHtml(letter),
      messageId: `<${letter.eventId}@earshot>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(letter.unsubscribeUrl && {
          'List-Unsubscribe': `<${letter.unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    }),
};
