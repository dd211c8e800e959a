/** The other servers on the same database. Only PostgreSQL has any. */
export interface Peers {
  /** Of this server; null where it is the only one, and for commands. */
  number: number | null;
  /** Sends to the other servers, in order. A message has at most `maxMessageBytes` as JSON. */
  send(message: object): void;
  /** Resolves when everything was sent. */
  flushed(): Promise<void>;
  onMessage(listener: (message: object) => void): void;
  /** Called when messages may have been missed. */
  onGap(listener: () => void): void;
  /** Numbers of the running servers, this one included. */
  listRunning(): Promise<number[]>;
  /**
   * Waits until no other server has the turn with this name; the returned function ends it. What other servers sent before they
   * ended theirs has arrived then. Without the turn if the signal aborts. Within this server, callers take turns themselves.
   */
  takeTurn(name: string, signal?: AbortSignal): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** PostgreSQL's NOTIFY carries 7,999 bytes, of which the envelope needs some. */
export const maxMessageBytes = 7_500;

const nothing = async (): Promise<void> => undefined;

/** For the only server. */
export const noPeers: Peers = {
  number: null,
  send: () => undefined,
  flushed: nothing,
  onMessage: () => undefined,
  onGap: () => undefined,
  listRunning: async () => [],
  takeTurn: async () => nothing,
  close: nothing,
};

/** Does the work while this server has the turn with this name. */
export async function inTurn<T>(
  { takeTurn }: Pick<Peers, 'takeTurn'>,
  { name, signal }: { name: string; signal?: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  const endTurn = await takeTurn(name, signal);
  try {
    return await work();
  } finally {
    await endTurn();
  }
}
