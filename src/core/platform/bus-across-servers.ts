import type { Bus, Crossing } from './bus.ts';
import { maxMessageBytes, type Peers } from './peers.ts';

/** What other servers need to know. Everything else is handled by the server where it happened. */
const crossing = ['push', 'session:ended', 'connections:changed', 'scored', 'parts:changed'] as const satisfies readonly Crossing['fact'][];

/** For a fact that is too large to send: all data of its user, or of all users, may have changed. */
const coarse = (message: Crossing): Crossing => ({
  fact: 'push',
  payload: {
    userId: message.fact === 'push' ? message.payload.userId : null,
    campaignId: null,
    event: 'stale',
    payload: { keys: ['everything-changed'] },
  },
});

const isCrossing = (fact: unknown): fact is Crossing['fact'] => crossing.includes(fact as Crossing['fact']);
const fits = (message: Crossing): boolean => Buffer.byteLength(JSON.stringify(message)) <= maxMessageBytes;

/** Facts of one server reach the listeners to `elsewhere` on the other servers. */
export function connectBus(bus: Bus, peers: Peers): void {
  if (peers.number === null) return;
  for (const fact of crossing)
    bus.on(fact, (payload) => {
      const message = { fact, payload } as Crossing;
      peers.send(fits(message) ? message : coarse(message));
    });
  peers.onMessage((message) => {
    // Servers of other versions may know other facts.
    if ('fact' in message && isCrossing(message.fact)) bus.emit('elsewhere', message as Crossing);
  });
  peers.onGap(() => bus.emit('elsewhere', { fact: 'gap', payload: {} }));
}
