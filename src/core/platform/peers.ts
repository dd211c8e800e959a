/** The other servers on the same database. Only PostgreSQL has any. */
export interface Peers {
  /** Of this server; null where it is the only one, and for commands. */
  number: number | null;
  /** Numbers of the running servers, this one included. */
  listRunning(): Promise<number[]>;
  /**
   * Waits until no other server has the turn with this name; the returned function ends it. Without the turn if the signal aborts.
   * Within this server, callers take turns themselves.
   */
  takeTurn(name: string, signal?: AbortSignal): Promise<() => Promise<void>>;
}

const nothing = async (): Promise<void> => undefined;

/** For the only server. */
export const noPeers: Peers = { number: null, listRunning: async () => [], takeTurn: async () => nothing };

/** Does the work while this server has the turn with this name. */
export async function inTurn<T>(
  { takeTurn }: Pick<Peers, 'takeTurn'>,
  { name, signal }: { name: string; signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const endTurn = await takeTurn(name, signal);
  try {
    return await work();
  } finally {
    await endTurn();
  }
}
