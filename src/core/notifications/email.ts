import type { Channel } from './channel.ts';
import { emailHtml } from './email-html.ts';
import { emailText } from './email-text.ts';
import { cut, oneLine } from './plain.ts';

/** Email to the address of the account and to no other, so that nobody else's inbox can be flooded. */
export const email: Channel<'email'> = {
  knowsRepeats: false,
  hint: () => 'Your account’s email address',
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
