import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import type { Facts } from '#core/platform/bus.ts';
import { AppError } from '#core/platform/errors.ts';
import { can, memberOf } from '#core/platform/policy.ts';
import type { Core } from '#core/open.ts';
import { idSchema } from '#shared/common.ts';
import { type Audience, createBrowserEvents } from './browser-events.ts';
import { type EventName, type Fact, events, type ClientToServerEvents, type ServerToClientEvents } from '#shared/events.ts';
import { standingOf } from '#shared/standing.ts';
import { createAddressOf } from './address.ts';
import { createHostCheck, isOwnOrigin } from './host-check.ts';
import { openRelay, type ServerEvents } from './relay.ts';
import { createSocketAdmission } from './socket-admission.ts';

interface SocketData {
  token: string;
  actor: Actor;
  /** UTC ms. */
  expiresAt: number;
  eventsFrom: number;
  events: number;
}
interface RealtimeOptions {
  pollMs: number;
  admissionMs?: number | undefined;
}
type Io = Server<ClientToServerEvents, ServerToClientEvents, ServerEvents, SocketData>;
type Client = Socket<ClientToServerEvents, ServerToClientEvents, ServerEvents, SocketData>;
type Adapter = NonNullable<Awaited<ReturnType<typeof openRelay>>>['adapter'];

const maxMessageBytes = 64 * 1024;
const maxSocketsPerUser = 10;
const eventWindowMs = 10_000;
const maxEventsPerWindow = 50;

const roomOf = (kind: 'user' | 'session' | 'workspace' | 'campaign', id: string): string => `${kind}:${id}`;
/** Of the workspace that a window shows; null for clients, who get nothing of it. */
const workspaceRoomOf = (actor: Actor): string | null => (can(memberOf(actor), 'read') ? roomOf('workspace', ownerOf(actor) ?? '') : null);

/** About a person, in whatever workspace they are; all else is about the workspace that is an account's data. Notifications are either. */
const personalFacts: ReadonlySet<Fact> = new Set([
  'reddit-account-changed',
  'account-health-changed',
  'plan-changed',
  'seats-changed',
  'workspaces-changed',
  'feedback-changed',
]);
const personalEvents: ReadonlySet<EventName> = new Set(['reddit-ended']);

function open(core: Core, hasCapacity: (request: IncomingMessage) => boolean, adapter?: Adapter): Io {
  const isOwnHost = createHostCheck(core.config);
  return new Server({
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: maxMessageBytes,
    ...(adapter && { adapter }),
    allowRequest: (request, answer) =>
      answer(null, isOwnHost(request) && isOwnOrigin(request.headers, core.config.http.publicUrl) && hasCapacity(request)),
  });
}

/** Authenticates before the first event. The server chooses the room, never the client. */
function admit(io: Io, core: Core): void {
  io.use((socket, next) => {
    const given: unknown = socket.handshake.auth['token'];
    const token = typeof given === 'string' ? given : '';
    core.accounts.users
      .sessionFrom(token)
      .then(({ actor, expiresAt }) => {
        const room = roomOf('user', actor.userId);
        if ((io.sockets.adapter.rooms.get(room)?.size ?? 0) >= maxSocketsPerUser)
          throw new AppError('too_many', 'Too many open connections. Close other tabs and try again.');
        Object.assign(socket.data, { token, actor, expiresAt, eventsFrom: core.now(), events: 0 } satisfies SocketData);
        return socket.join([room, workspaceRoomOf(actor) ?? room, roomOf('session', actor.sessionId ?? '')]);
      })
      .then(() => next())
      .catch((error: unknown) => next(error instanceof AppError ? error : new Error('Something went wrong')));
  });
}

function countEvent({ data }: Client, now: number): boolean {
  if (now - data.eventsFrom > eventWindowMs) Object.assign(data, { eventsFrom: now, events: 0 });
  data.events += 1;
  return data.events <= maxEventsPerWindow;
}

function subscribe(io: Io, core: Core): void {
  io.on('connection', (socket) => {
    // It may have switched, or ended, since it was let in.
    check(core, socket)
      .then(() => compare(socket))
      .catch((error: unknown) => core.log.error({ err: error }, 'a session was not checked'));
    socket.use((_, next) => (countEvent(socket, core.now()) ? next() : void socket.disconnect(true)));
    socket.on('join-campaign', (id: unknown) => {
      const wanted = idSchema.safeParse(id);
      if (!wanted.success) return;
      const { actor } = socket.data;
      mayJoin(core, actor, wanted.data)
        // Not if it left the workspace meanwhile.
        .then((may) =>
          may && workspaceRoomOf(socket.data.actor) === workspaceRoomOf(actor) ? socket.join(roomOf('campaign', wanted.data)) : undefined,
        )
        .catch((error: unknown) => core.log.error({ err: error }, 'a room was not joined'));
    });
    socket.on('replying', (id: unknown, isWriting: unknown) => {
      const postId = idSchema.safeParse(id);
      if (!postId.success) return;
      core.replies.presence
        .report(socket.data.actor, postId.data, isWriting === true)
        .catch((error: unknown) => core.log.error({ err: error }, 'who writes a reply was not passed on'));
    });
    socket.on('leave-campaign', (id: unknown) => void (typeof id === 'string' && socket.leave(roomOf('campaign', id))));
  });
}

/** Members of its workspace only, without clients. A campaign's room gets nothing that the workspace's doesn't; the contract requires it. */
async function mayJoin({ inbox: { campaigns } }: Core, actor: Actor, id: string): Promise<boolean> {
  if (!can(memberOf(actor), 'read')) return false;
  try {
    await campaigns.get(actor, id);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}

function send(io: Io, rooms: readonly string[], { event, payload }: Pick<Facts['push'], 'event' | 'payload'>): void {
  const clean = events[event].parse(payload);
  // Each server selects what its own windows get.
  const target = rooms.length === 0 ? io.local : io.local.to([...rooms]);
  (target.emit as (event: string, payload: unknown) => boolean).call(target, event, clean);
}

function pass(io: Io, fact: Facts['push'], audience: Audience): void {
  const { event, userId, campaignId } = fact;
  if (userId === null) return send(io, [], fact);
  if (event !== 'stale') {
    const all = roomOf(personalEvents.has(event) ? 'user' : 'workspace', userId);
    const rooms = [audience === 'campaign' ? [] : all, campaignId === null ? [] : roomOf('campaign', campaignId)].flat();
    return rooms.length > 0 ? send(io, rooms, fact) : undefined;
  }
  const { keys } = events.stale.parse(fact.payload);
  for (const kind of ['user', 'workspace'] as const) {
    const own = keys.filter((key) => personalFacts.has(key) === (kind === 'user') || key === 'notifications-changed');
    if (own.length > 0) send(io, [roomOf(kind, userId)], { event, payload: { keys: own } });
  }
}

/** On all servers; here at once, though the others may not be reached. */
function disconnect(io: Io, { userId, sessionId }: Facts['session:ended']): void {
  const room = sessionId === undefined ? roomOf('user', userId) : roomOf('session', sessionId);
  io.local.in(room).disconnectSockets(true);
  io.in(room).disconnectSockets(true);
}

function later(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

/** A socket follows its session: in the rooms of one workspace and of that workspace's campaigns, and of no other. */
async function follow(core: Core, socket: Client): Promise<void> {
  const before = socket.data.actor;
  const { actor } = await core.accounts.users.sessionFrom(socket.data.token);
  socket.data.actor = actor;
  const [left, entered] = [workspaceRoomOf(before), workspaceRoomOf(actor)];
  if (left === entered && ownerOf(before) === ownerOf(actor)) return;
  for (const room of Array.from(socket.rooms)) if (room === left || room.startsWith('campaign:')) await socket.leave(room);
  if (entered !== null) await socket.join(entered);
  socket.emit('stale', { keys: ['everything-changed'] });
}

/** A role that changed after the page had read it, and before its socket was here. */
function compare(socket: Client): void {
  const { actor } = socket.data;
  const read: unknown = socket.handshake.auth['standing'];
  if (typeof read !== 'string' || actor.kind !== 'user') return;
  const standing = standingOf({ workspaceId: actor.workspaceId ?? actor.userId, member: memberOf(actor), role: actor.role });
  if (read !== standing) socket.emit('stale', { keys: ['everything-changed'] });
}

/** Leaves a socket alone whose session can't be read: the database may be away for a moment. */
async function check(core: Core, socket: Client): Promise<void> {
  await follow(core, socket).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unauthenticated') socket.disconnect(true);
    else throw error;
  });
}

/** Those of one person, at once, wherever the change was made. */
async function followAll(io: Io, core: Core, userId: string): Promise<void> {
  for (const socket of io.sockets.sockets.values())
    if (socket.data.actor.kind === 'user' && socket.data.actor.userId === userId)
      await follow(core, socket).catch(() => socket.disconnect(true));
}

/** Who receives a campaign's events may have no right to them in the workspace where it is now. */
function emptyRoom(io: Io, { campaignId }: Facts['campaign:moved']): void {
  const room = roomOf('campaign', campaignId);
  io.in(room).local.socketsLeave(room);
}

async function dropEnded(io: Io, core: Core, all: boolean): Promise<void> {
  for (const socket of io.sockets.sockets.values()) {
    if (!all && socket.data.expiresAt > core.now()) continue;
    await check(core, socket);
  }
}

const everything: Facts['push'] = { userId: null, campaignId: null, event: 'stale', payload: { keys: ['everything-changed'] } };

/**
 * Sends bus events to browsers, those of other servers included; writes go over HTTP only. Writes by another process (the command
 * line) are detected by SQLite's data version, and by a counter on PostgreSQL; then every session is checked again and every
 * browser refetches.
 */
export async function createRealtime(core: Core, server: HttpServer, { pollMs, admissionMs }: RealtimeOptions) {
  const addressOf = createAddressOf(core.config.http.trustedProxies);
  const admission = createSocketAdmission({ addressOf, waitMs: admissionMs });
  const relay = await openRelay(core);
  const io = open(core, admission.hasCapacity, relay?.adapter);
  await relay?.join(io as never);
  admit(io, core);
  subscribe(io, core);
  let missed = false;
  const browserEvents = createBrowserEvents({
    now: core.now,
    send: (fact, audience) => pass(io, fact, audience),
    hasWindow: (userId) => io.sockets.adapter.rooms.has(roomOf('workspace', userId)),
    later,
  });
  const off = [
    core.bus.on('push', (fact) => browserEvents.pass(fact)),
    core.bus.on('session:ended', (ended) => disconnect(io, ended)),
    core.bus.on('membership:changed', ({ userId }) => void followAll(io, core, userId)),
    core.bus.on('campaign:moved', (moved) => emptyRoom(io, moved)),
    core.bus.on('elsewhere', ({ fact, payload }) => {
      if (fact === 'campaign:moved') emptyRoom(io, payload);
      if (fact === 'push') browserEvents.pass(payload);
      if (fact === 'membership:changed') void followAll(io, core, payload.userId);
      if (fact === 'gap') missed = true;
    }),
  ];
  let version = await core.instance.status.dataVersion();
  let polling = Promise.resolve();
  async function poll(): Promise<void> {
    const seen = await core.instance.status.dataVersion();
    const changed = seen !== version || missed;
    await dropEnded(io, core, changed);
    [version, missed] = [seen, false];
    relay?.settle(io);
    // Not over the bus: each server notices by itself.
    if (changed) browserEvents.pass(everything);
  }
  const timer = setInterval(() => {
    polling = polling.then(poll).catch((error: unknown) => core.log.error({ err: error }, 'polling failed'));
  }, pollMs);
  return {
    attach(): void {
      io.attach(server);
      admission.watch(io);
    },
    count: () => io.sockets.sockets.size,
    /** Closes the transport instead of the session, so that browsers reconnect by themselves after a restart. */
    async close(): Promise<void> {
      clearInterval(timer);
      for (const stop of off) stop();
      browserEvents.close();
      io.local.emit('system-health', { status: 'degraded', message: 'The server is restarting' });
      io.engine.close();
      await polling;
    },
  };
}
