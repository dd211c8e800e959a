import { dayMs } from '#shared/time.ts';
import type { Page } from '#shared/common.ts';
import type { Feedback, FeedbackAnswer, FeedbackStatus, NewFeedback, ReceivedFeedback } from '#shared/feedback.ts';
import type { CoreContext } from '#core/context.ts';
import { type Actor, doerOf, requireAdmin, userIdOf } from '#core/platform/actor.ts';
import { ownOrigin } from '#core/accounts/reset-links.ts';
import { settingsOf } from '#core/accounts/user.ts';
import type { Mailer, Mail } from '#core/platform/email/mailer.ts';
import { isoTime } from '#core/platform/clock.ts';
import { AppError } from '#core/platform/errors.ts';
import { textsIn } from '#core/platform/language.ts';
import { checkedPicture } from '#core/platform/picture.ts';
import type { Runner } from '#core/platform/runner.ts';
import { type NewestQuery, pageNewest } from '#core/platform/paging/cursor.ts';
import { product } from '#shared/product.ts';
import {
  countFeedback,
  countSince,
  type ReceivedRow,
  findFeedback,
  findPicture,
  insertFeedback,
  listFeedback,
  updateFeedback,
} from '../queries.ts';

interface Answered extends Pick<ReceivedRow, 'username' | 'email' | 'settings' | 'message'> {
  reply: string;
  /** Where all replies are. */
  link: string;
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

function feedbackAnsweredEmail({ username, email, settings, message, reply, link }: Answered): Mail {
  const { t } = textsIn(settingsOf({ settings }).language);
  const parts = [t('Hi {username},', { username }), t('You wrote:'), quoted(message), t('An administrator replied:'), quoted(reply)];
  return {
    to: email,
    subject: t('A reply to your feedback on {product}', { product }),
    text: [...parts, t('All your messages:'), link].join('\n\n'),
  };
}

const maxADay = 50;
/** Twice an 8K screen. Far more compressed pixels fit into a request and would freeze an admin's browser. */
const maxPixels = 66_000_000;

const present = (row: ReceivedRow): Feedback => ({
  id: String(row.id),
  kind: row.kind,
  message: row.message,
  page: row.page,
  hasPicture: row.has_picture === 1,
  status: row.status,
  reply: row.reply,
  repliedAt: isoTime(row.replied_at),
  createdAt: isoTime(row.created_at),
});
const presentWithUser = (row: ReceivedRow): ReceivedFeedback => ({ ...present(row), user: { username: row.username, email: row.email } });

/** Where users see their messages and the replies. */
const ownMessages = '/dashboard?feedback=sent';
const excerptLength = 300;

interface FeedbackDeps extends Pick<CoreContext, 'db' | 'bus' | 'config' | 'now' | 'writeAudit'> {
  mailer: Mailer;
  later: Runner['start'];
}

/** Notifies the author in the app and, where email is set up, by email. */
function notifyAuthor(
  { bus, config, now, mailer, later }: FeedbackDeps,
  { id, user_id, message, username, email, settings }: ReceivedRow,
  reply: string,
) {
  bus.emit('notice', {
    userId: String(user_id),
    kind: 'feedback-answered',
    key: `${id}:${now()}`,
    title: '',
    text: reply.slice(0, excerptLength),
    path: ownMessages,
  });
  if (!mailer.isConfigured) return;
  const mail = feedbackAnsweredEmail({ username, email, settings, message, reply, link: `${ownOrigin(config)}${ownMessages}` });
  later('could not email a reply to feedback', () => mailer.send(mail));
}

/** Feedback from users to admins, and the admins' replies. */
export function createFeedback(deps: FeedbackDeps) {
  const { db, bus, now, writeAudit } = deps;
  async function getRow(id: number): Promise<ReceivedRow> {
    const row = await findFeedback(db, id);
    if (!row) throw new AppError('not_found', 'Feedback not found');
    return row;
  }

  return {
    /** Throws `too_many` beyond 50 a day. */
    async send(actor: Actor, { picture, ...given }: NewFeedback): Promise<Feedback> {
      const userId = userIdOf(actor);
      if ((await countSince(db, userId, now() - dayMs)) >= maxADay)
        throw new AppError('too_many', "You've reached the daily limit for feedback. Try again tomorrow.", { retryAfter: 3600 });
      const shown = picture === undefined ? null : checkedPicture(picture, { path: 'picture', maxPixels });
      const id = await insertFeedback(db, { ...given, user_id: userId, status: 'new', created_at: now() }, shown);
      bus.announce(String(userId), ['feedback-changed']);
      bus.announce(null, ['feedback-changed']);
      return present(await getRow(id));
    },
    async mine(actor: Actor, query: NewestQuery): Promise<Page<Feedback>> {
      const userId = userIdOf(actor);
      const page = await pageNewest({ list: 'my-feedback', ...query }, (below) => listFeedback(db, { userId, ...below }), present);
      return { ...page, total: await countFeedback(db, { userId }) };
    },
    async list(actor: Actor, { status, ...query }: NewestQuery & { status?: FeedbackStatus | undefined }): Promise<Page<ReceivedFeedback>> {
      requireAdmin(actor);
      const page = await pageNewest({ list: 'feedback', ...query }, (below) => listFeedback(db, { status, ...below }), presentWithUser);
      return { ...page, total: await countFeedback(db, { status }) };
    },
    async get(actor: Actor, id: string): Promise<ReceivedFeedback> {
      requireAdmin(actor);
      return presentWithUser(await getRow(Number(id)));
    },
    /** Throws `not_found` if the feedback has no picture. */
    async picture(actor: Actor, id: string): Promise<{ picture: string }> {
      requireAdmin(actor);
      const found = await findPicture(db, Number(id));
      if (!found) throw new AppError('not_found', 'This feedback has no picture');
      return found;
    },
    async answer(actor: Actor, id: string, { status, reply }: FeedbackAnswer): Promise<ReceivedFeedback> {
      requireAdmin(actor);
      const row = await getRow(Number(id));
      await updateFeedback(db, row.id, {
        ...(status === undefined ? {} : { status }),
        ...(reply === undefined ? {} : { reply, replied_at: reply === '' ? null : now() }),
      });
      await writeAudit(actor, {
        action: 'feedback-answered',
        target: `feedback:${row.id}`,
        details: { ...(status === undefined ? {} : { status }), replied: reply !== undefined && reply !== '' },
      });
      bus.announce(String(row.user_id), ['feedback-changed']);
      bus.announce(null, ['feedback-changed']);
      if (reply && reply !== row.reply && doerOf(actor) !== row.user_id) notifyAuthor(deps, row, reply);
      return presentWithUser(await getRow(row.id));
    },
  };
}
export type FeedbackService = ReturnType<typeof createFeedback>;
