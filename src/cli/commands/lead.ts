import type { Command } from 'commander';
import * as z from 'zod';
import type { Today, TodayItem } from '#shared/dashboard.ts';
import { dueGroups, followUpQuery, newFollowUpSchema } from '#shared/follow-ups.ts';
import { type Lead, leadListQuery, leadStages, leadUpdateSchema } from '#shared/leads.ts';
import type { PostThread } from '#shared/posts.ts';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { actingUser, checked, idOf, leaf, noun, type Shared, withCore } from '../command.ts';
import { cut, printable, table } from '../output.ts';

interface FollowUpOptions extends Shared {
  due?: string;
  lead?: string;
  limit?: string;
}

function runFollowUpList({ due, lead, limit, ...shared }: FollowUpOptions): Promise<void> {
  const leadId = lead === undefined ? undefined : idOf(lead, 'Lead');
  const given = Object.fromEntries(Object.entries({ due, leadId, limit }).filter(([, value]) => value !== undefined));
  const parsed = checked(followUpQuery, given, "Couldn't list follow-ups");
  return withCore(shared, async (core, out) => {
    const { items, nextCursor } = await core.inbox.followUps.list(systemActor, parsed);
    const rows = items.map(({ id, dueAt, doneAt, note, lead: of }) => [
      id,
      dueAt.slice(0, 10),
      doneAt?.slice(0, 10) ?? '',
      of.id,
      printable(of.redditUsername),
      cut(note, 60),
    ]);
    out.result(items, () => table(['id', 'due', 'done', 'lead', 'name', 'note'], rows));
    if (nextCursor !== null) out.say(`Showing the first ${items.length}. Use --limit for up to 100.`);
  });
}

function addFollowUp(lead: string, dueAt: string, options: Shared & { note?: string }): Promise<void> {
  // A date without a time means midnight UTC.
  const time = /^\d{4}-\d{2}-\d{2}$/.test(dueAt) ? `${dueAt}T00:00:00Z` : dueAt;
  const parsed = checked(newFollowUpSchema, { dueAt: time, note: options.note }, "Couldn't add the follow-up");
  return withCore(options, async (core, out) => {
    const made = await core.inbox.followUps.create(systemActor, idOf(lead, 'Lead'), parsed);
    out.result(made, () => `Follow-up ${made.id} with ${printable(made.lead.redditUsername)} is due ${made.dueAt.slice(0, 10)}.`);
  });
}

const runClose = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const closed = await core.inbox.followUps.update(systemActor, idOf(id, 'Follow-up'), { done: true });
    out.result(closed, () => `Follow-up ${closed.id} with ${printable(closed.lead.redditUsername)} is done.`);
  });

/** `follow-up list|add|close`. IDs are unique, so no account needs to be named. */
export function addFollowUpCommands(program: Command): void {
  const followUp = noun(program, 'follow-up', 'Manage follow-ups with leads');
  leaf(followUp, { usage: 'list', about: 'List open follow-ups, soonest first', example: 'earshot follow-up list --due overdue' })
    .option('--due <when>', `filter: ${dueGroups.join(', ')} (days in UTC)`)
    .option('--lead <id>', 'follow-ups of this lead only')
    .option('--limit <n>', 'at most so many, up to 100 (default: 25)')
    .action(runFollowUpList);
  leaf(followUp, {
    usage: 'add <lead> <date>',
    about: 'Add a follow-up to a lead',
    example: 'earshot follow-up add 12 2026-12-01 --note "Send the quote"',
  })
    .option('--note <text>', 'what to do then')
    .action(addFollowUp);
  leaf(followUp, { usage: 'close <id>', about: 'Mark a follow-up as done', example: 'earshot follow-up close 3' }).action(runClose);
}

const reasonOf = ({ kind, lead, followUp, answers }: TodayItem): string => {
  if (kind === 'answer') return answers.at(-1)?.body ?? '';
  return kind === 'follow-up' ? (followUp?.note ?? '') : (lead.posts[0]?.title ?? '');
};

function showToday({ items, done: { replied, followedUp, dismissed }, nextAt }: Today): string {
  const next = nextAt === null ? '' : ` The next is due ${nextAt.slice(0, 16).replace('T', ' ')} UTC.`;
  const counts = `Done today: ${replied} replied to, ${followedUp} followed up, ${dismissed} dismissed or archived.`;
  if (items.length === 0) return `Nothing to do.${next}\n${counts}`;
  const rows = items.map((item) => {
    const { id, redditUsername, confidence } = item.lead;
    return [item.kind, id, printable(redditUsername), confidence, cut(reasonOf(item), 60)];
  });
  return `${table(['why', 'lead', 'name', 'confidence', 'about'], rows)}\n${counts}`;
}

/** `today`: a list belongs to a user. */
export function addToday(program: Command): void {
  leaf(program, {
    usage: 'today',
    about: 'List what to do today: answers, follow-ups that are due, and the best new leads',
    example: 'earshot today --user ada@example.com',
  })
    .option('--user <email>', 'account to use (required if there are several)')
    .action(({ user, ...shared }: Shared & { user?: string }) =>
      withCore(shared, async (core, out) => {
        const today = await core.insights.today.get(await actingUser(core, user));
        out.result(today, () => showToday(today));
      }),
    );
}

interface ListOptions extends Shared {
  campaign?: string;
  stage?: string;
  minConfidence?: string;
  updatedSince?: string;
  limit?: string;
  cursor?: string;
}

function runList({ campaign, stage, minConfidence, updatedSince, limit, cursor, ...shared }: ListOptions): Promise<void> {
  const sort = updatedSince === undefined ? undefined : 'lastActivityAt';
  const wanted = { campaignId: campaign, stage, minConfidence, updatedSince, sort, limit, cursor };
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const parsed = checked(leadListQuery, given, "Couldn't list leads");
  return withCore(shared, async (core, out) => {
    const { items, nextCursor } = await core.inbox.leads.list(systemActor, parsed);
    const rows = items.map(({ id, redditUsername, confidence, stage: at, campaigns, posts }) => [
      id,
      printable(redditUsername),
      confidence,
      at,
      campaigns.map((found) => found.id).join(', '),
      cut(posts[0]?.title ?? '', 60),
    ]);
    out.result(items, () => table(['id', 'name', 'confidence', 'stage', 'campaign', 'post'], rows));
    if (nextCursor !== null) out.say(`Showing ${items.length}. Use --limit for up to 100, or --cursor ${nextCursor} for the next.`);
  });
}

function showLead({ id, redditUsername, confidence, stage, notes, tags, posts, shownToClients }: Lead): string {
  return [
    `Lead ${id}: ${printable(redditUsername)}, confidence ${confidence}, stage ${stage}${shownToClients ? ', shown to clients' : ''}`,
    ...(tags.length > 0 ? [`Tags: ${tags.map(printable).join(', ')}`] : []),
    ...(notes === '' ? [] : notes.split('\n').map((line) => `  ${printable(line)}`)),
    ...posts.map((post) => `${post.confidence} ${cut(post.title, 80)} ${printable(post.permalink ?? '')}`.trimEnd()),
  ].join('\n');
}

const runShow = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const lead = await core.inbox.leads.get(systemActor, idOf(id, 'Lead'));
    const { items } = await core.inbox.leads.timeline(systemActor, lead.id, { limit: 20 });
    const history = items.map(({ at, text }) => `${at.slice(0, 16).replace('T', ' ')}  ${printable(text)}`);
    out.result({ ...lead, timeline: items }, () => [showLead(lead), ...history].join('\n'));
  });

function runStage(id: string, stage: string, shared: Shared): Promise<void> {
  const parsed = leadUpdateSchema.shape.stage.safeParse(stage);
  if (!parsed.success) throw new AppError('invalid', `Stage must be one of: ${leadStages.join(', ')}`);
  return withCore(shared, async (core, out) => {
    const lead = await core.inbox.leads.update(systemActor, idOf(id, 'Lead'), { stage: parsed.data });
    out.result(lead, () => `${printable(lead.redditUsername)} is now ${lead.stage}.`);
  });
}

function runNote(id: string, text: string, shared: Shared): Promise<void> {
  if (text.trim() === '') throw new AppError('invalid', 'The note is empty');
  return withCore(shared, async (core, out) => {
    const lead = await core.inbox.leads.addNote(systemActor, idOf(id, 'Lead'), text.trim());
    out.result(lead, () => `Note added to ${printable(lead.redditUsername)}.`);
  });
}

function runClients(id: string, shown: string, shared: Shared): Promise<void> {
  const shownToClients = checked(z.enum(['show', 'hide'], 'Choose show or hide'), shown, "Couldn't change the lead") === 'show';
  return withCore(shared, async (core, out) => {
    const lead = await core.inbox.leads.update(systemActor, idOf(id, 'Lead'), { shownToClients });
    out.result(lead, () => `${printable(lead.redditUsername)} is ${lead.shownToClients ? 'now' : 'no longer'} shown to clients.`);
  });
}

/** `lead list|show|stage|note|clients|follow-up`. IDs are unique, so no account needs to be named. */
export function addLeadCommands(program: Command): void {
  const lead = noun(program, 'lead', 'Manage leads');
  leaf(lead, { usage: 'list', about: 'List leads, best match first', example: 'earshot lead list --stage new --min-confidence 80' })
    .option('--campaign <id>', 'leads of this campaign only')
    .option('--stage <stage>', `filter by stage: ${leadStages.join(', ')}`)
    .option('--min-confidence <n>', 'leads with at least this confidence')
    .option('--updated-since <time>', 'leads that changed since, the oldest change first: 2026-12-01 or 2026-12-01T09:00:00Z')
    .option('--limit <n>', 'at most so many, up to 100 (default: 25)')
    .option('--cursor <cursor>', 'the next page')
    .action(runList);
  leaf(lead, { usage: 'show <id>', about: 'Show a lead with its posts and history', example: 'earshot lead show 12' }).action(runShow);
  leaf(lead, { usage: 'stage <id> <stage>', about: 'Move a lead to another stage', example: 'earshot lead stage 12 contacted' }).action(
    runStage,
  );
  leaf(lead, { usage: 'note <id> <text>', about: 'Add a note to a lead', example: 'earshot lead note 12 "Wants a demo"' }).action(runNote);
  leaf(lead, {
    usage: 'clients <id> <show|hide>',
    about: 'Show a lead to clients, or no longer (docs/workspaces.md)',
    example: 'earshot lead clients 12 show',
  }).action(runClients);
  leaf(lead, {
    usage: 'follow-up <id> <date>',
    about: 'Add a follow-up to a lead',
    example: 'earshot lead follow-up 12 2026-12-01 --note "Send the quote"',
  })
    .option('--note <text>', 'what to do then')
    .action(addFollowUp);
}

const minuteOf = (at: string): string => at.slice(0, 16).replace('T', ' ');

function showThread({ comments, read, askerRepliedAt, problem, person }: PostThread): string {
  return [
    problem ?? `${comments.length} of ${read ?? 0} comments:`,
    ...comments.flatMap(({ author, createdAt, score, depth, byAsker, pitches, body }) => {
      const facts = [
        printable(author ?? 'unknown'),
        ...(byAsker ? ['asker'] : []),
        ...(createdAt === null ? [] : [`${minuteOf(createdAt)} UTC`]),
        ...(score === null ? [] : [`${score} ${score === 1 ? 'point' : 'points'}`]),
        ...(pitches.length > 0 ? [`names ${pitches.map(printable).join(', ')}`] : []),
      ];
      const indent = '  '.repeat(depth - 1);
      return [`${indent}${facts.join(' · ')}`, `${indent}  ${cut(body, 300)}`];
    }),
    ...(askerRepliedAt === null ? [] : [`The asker replied ${minuteOf(askerRepliedAt)} UTC.`]),
    ...(person && person.otherPosts > 0 ? [`Other posts by this person found here: ${person.otherPosts}`] : []),
    ...(person?.contactedAt ? [`You contacted this person ${minuteOf(person.contactedAt)} UTC.`] : []),
  ].join('\n');
}

const runThread = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const thread = await core.insights.threads.get(systemActor, idOf(id, 'Post'));
    out.result(thread, () => showThread(thread));
  });

/** `post thread`. IDs are unique, so no account needs to be named. */
export function addPostCommands(program: Command): void {
  const post = noun(program, 'post', 'Look at posts');
  leaf(post, {
    usage: 'thread <id>',
    about: 'Show the comments around a post as its source shows them now',
    example: 'earshot post thread 12',
  }).action(runThread);
}
