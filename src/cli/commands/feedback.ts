import type { Command } from 'commander';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { feedbackAnswerSchema, type FeedbackStatus, feedbackStatusSchema, maxReplyLength } from '#shared/feedback.ts';
import { leaf, noun, withCore, type Shared, idOf } from '../command.ts';
import { cut, table } from '../output.ts';

function runList(options: Shared & { status?: string }): Promise<void> {
  const status = feedbackStatusSchema.optional().safeParse(options.status);
  if (!status.success) throw new AppError('invalid', `Status must be one of: ${feedbackStatusSchema.options.join(', ')}`);
  const wanted: FeedbackStatus | undefined = status.data;
  return withCore(options, async (core, out) => {
    const { items, total } = await core.instance.feedback.list(systemActor, { limit: 100, status: wanted });
    out.result(items, () =>
      table(
        ['id', 'when', 'from', 'kind', 'status', 'message'],
        items.map((one) => [one.id, one.createdAt.slice(0, 10), one.user.email, one.kind, one.status, cut(one.message, 80)]),
      ),
    );
    if ((total ?? 0) > items.length) out.say(`Showing the newest ${items.length} of ${total}.`);
  });
}

function runReply(id: string, reply: string, shared: Shared): Promise<void> {
  const text = reply.trim();
  if (text === '') throw new AppError('invalid', 'The reply is empty');
  if (!feedbackAnswerSchema.safeParse({ reply: text }).success)
    throw new AppError('invalid', `The reply has ${text.length} characters. The limit is ${maxReplyLength}`);
  return withCore(shared, async (core, out) => {
    const answered = await core.instance.feedback.answer(systemActor, idOf(id, 'Feedback'), { reply: text });
    out.result(answered, () => `Replied to ${answered.user.email}.`);
  });
}

export function addFeedbackCommands(program: Command): void {
  const feedback = noun(program, 'feedback', 'Show and answer user feedback');
  leaf(feedback, { usage: 'reply <id> <text>', about: 'Reply to a message', example: 'earshot feedback reply 3 "Fixed in 1.1"' }).action(
    runReply,
  );
  leaf(feedback, { usage: 'list', about: 'List the latest 100 messages', example: 'earshot feedback list --status new' })
    .option('--status <status>', `filter by status: ${feedbackStatusSchema.options.join(', ')}`)
    .action(runList);
}
