import type { Person } from '#shared/common.ts';
import { type EventPayload, replyingMs } from '#shared/events.ts';
import { listPeople } from '#core/accounts/queries.ts';
import { type Actor, ownerOf, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import type { CoreContext } from '#core/context.ts';
import { findPost } from '#core/inbox/posts/queries.ts';
import type { Facts } from '#core/platform/bus.ts';
import { can, memberOf } from '#core/platform/policy.ts';

interface Writer {
  workspaceId: string;
  postId: string;
  person: Person;
  /** Until when it is believed (UTC ms). */
  until: number;
}

/** Who writes a reply right now, as their open windows say every few seconds; in memory, on each server. */
export function createPresence({ readDb, bus, now }: Pick<CoreContext, 'readDb' | 'bus' | 'now'>) {
  let writers: Writer[] = [];

  function note({ event, userId: workspaceId, payload }: Facts['push']): void {
    if (event !== 'replying' || workspaceId === null) return;
    const { postId, person, isWriting } = payload as EventPayload<'replying'>;
    const isSame = (one: Writer) => one.workspaceId === workspaceId && one.postId === postId && one.person.id === person.id;
    writers = writers.filter((one) => one.until > now() && !isSame(one));
    if (isWriting) writers.push({ workspaceId, postId, person, until: now() + replyingMs });
  }
  const stops = [bus.on('push', note), bus.on('elsewhere', ({ fact, payload }) => (fact === 'push' ? note(payload) : undefined))];

  return {
    /** Notifies everybody in the workspace. Does nothing for who only reads, and for a post elsewhere. */
    async report(actor: Actor, postId: string, isWriting: boolean): Promise<void> {
      if (!can(memberOf(actor), 'work') || !(await findPost(readDb, ownerOf(actor), postId))) return;
      const person = (await listPeople(readDb, [userIdOf(actor)])).get(userIdOf(actor));
      if (person) bus.push({ userId: String(workspaceOf(actor)) }, 'replying', { postId, person, isWriting });
    },
    /** Names of others in the workspace. */
    listWriting: (actor: Actor, postId: string): string[] =>
      writers
        .filter((one) => one.workspaceId === String(workspaceOf(actor)) && one.postId === postId && one.until > now())
        .flatMap(({ person }) => (person.id === String(userIdOf(actor)) ? [] : [person.username])),
    close: () => stops.forEach((stop) => stop()),
  };
}
