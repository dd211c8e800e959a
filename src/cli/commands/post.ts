import type { Command } from 'commander';
import type { PostThread } from '#shared/posts.ts';
import { systemActor } from '#core/platform/actor.ts';
import { idOf, leaf, noun, type Shared, withCore } from '../command.ts';
import { cut, printable } from '../output.ts';

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
