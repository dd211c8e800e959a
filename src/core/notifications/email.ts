import type { Channel } from './channel.ts';
import { emailHtml } from './email-html.ts';
import { emailText } from './email-text.ts';
import { cut, oneLine } from './plain.ts';

/** Emails only the account's own address, so that it can't be used to flood someone else's inbox. */
export const email: Channel<'email'> = {
  knowsRepeats: false,
  hint: () => "Your account's email address",
  send: (message, _, { mail }) =>
    mail.deliver({
      to: message.address,
      subject: cut(oneLine(message.headline), 150),
      text: emailText(message),
      html: emailHtml(message),
      messageId: `<${message.eventId}@earshot>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(message.unsubscribeUrl && {
          'List-Unsubscribe': `<${message.unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    }),
};
