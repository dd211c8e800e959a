import { product } from '#shared/product.ts';
import type { Mail } from '#core/platform/email/mailer.ts';

interface Answered {
  username: string;
  email: string;
  message: string;
  reply: string;
  /** Where all replies are. */
  link: string;
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

export const feedbackAnsweredEmail = ({ username, email, message, reply, link }: Answered): Mail => ({
  to: email,
  subject: `A reply to your feedback on ${product}`,
  text: [`Hi ${username},`, 'You wrote:', quoted(message), 'An administrator replied:', quoted(reply), 'All your messages:', link].join(
    '\n\n',
  ),
});
