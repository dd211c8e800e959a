import { type EventPayload, replyingMs } from '#shared/events.ts';
import { listPeople } from '#core/accounts/queries.ts';
import { type Actor, userIdOf, workspaceOf } from '#core/platform/actor.ts';
import type { Bus, Facts } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import { can, memberOf } from '#core/platform/policy.ts';

interface Deps {
  db: Db;
  bus: Bus;
  now: Now;
  getPost: (actor: Actor, id: string) => Promise<unknown>;
}

/** Who writes a reply right now, as their open windows say every few seconds; in memory, on each server. */
export function createPresence({ db, bus, now, getPost }: Deps) {
  /** Workspace and post → person → name, and until when it is believed (UTC ms). */
  const writing = new Map<string, Map<string, { username: string; until: number }>>();
  const keyOf = (workspaceId: string, postId: string): string => `${workspaceId}:${postId}`;

  function note(workspaceId: string, { postId, person, isWriting }: EventPayload<'replying'>): void {
    const key = keyOf(workspaceId, postId);
    const people = writing.get(key) ?? new Map();
    if (isWriting) people.set(person.id, { username: person.username, until: now() + replyingMs });
    else people.delete(person.id);
    for (const [id, { until }] of people) if (until <= now()) people.delete(id);
    if (people.size === 0) writing.delete(key);
    else writing.set(key, people);
  }
  const hear = ({ event, userId, payload }: Facts['push']) => {
    if (event === 'replying' && userId !== null) note(userId, payload as EventPayload<'replying'>);
  };
  const stops = [bus.on('push', hear), bus.on('elsewhere', ({ fact, payload }) => (fact === 'push' ? hear(payload) : undefined))];

  return {
    /** Tells everybody in the workspace. Does nothing for who only reads, and for a post elsewhere. */
    async report(actor: Actor, postId: string, isWriting: boolean): Promise<void> {
      if (!can(memberOf(actor), 'work')) return;
      try {
        await getPost(actor, postId);
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') return;
        throw error;
      }
      const person = (await listPeople(db, [userIdOf(actor)])).get(userIdOf(actor));
      if (person) bus.push({ userId: String(workspaceOf(actor)) }, 'replying', { postId, person, isWriting });
    },
    /** Names of others in the workspace. */
    listWriting(actor: Actor, postId: string): string[] {
      const people = writing.get(keyOf(String(workspaceOf(actor)), postId)) ?? new Map<string, { username: string; until: number }>();
      return [...people].filter(([id, { until }]) => until > now() && id !== String(userIdOf(actor))).map(([, { username }]) => username);
    },
    close: () => stops.forEach((stop) => stop()),
  };
}
