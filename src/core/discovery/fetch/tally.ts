export interface NewLead {
  id: number;
  campaignId: number;
  userId: number;
  username: string;
  confidence: number;
  scope: string;
  subreddit: string;
}

/** Result of scoring a batch for one campaign and scope. */
export interface Tally {
  campaignId: number;
  scope: string;
  /** Reason → number of items. */
  filtered: Record<string, number>;
  /** Items that were scored: those of the run, and older ones that waited. */
  scored: number;
  matched: number;
  posts: number;
  leads: number;
  /** Subreddit → number of new leads. */
  leadsBySubreddit: Map<string, number>;
}

export const newTally = (campaignId: number, scope: string): Tally => ({
  campaignId,
  scope,
  filtered: {},
  scored: 0,
  matched: 0,
  posts: 0,
  leads: 0,
  leadsBySubreddit: new Map(),
});

export function addTally(tally: Tally, more: Tally): void {
  for (const [reason, count] of Object.entries(more.filtered)) tally.filtered[reason] = (tally.filtered[reason] ?? 0) + count;
  tally.scored += more.scored;
  tally.matched += more.matched;
  tally.posts += more.posts;
  tally.leads += more.leads;
  for (const [name, count] of more.leadsBySubreddit) tally.leadsBySubreddit.set(name, (tally.leadsBySubreddit.get(name) ?? 0) + count);
}

/** As text, for another server. */
export const storedTally = (tally: Tally): string => JSON.stringify({ ...tally, leadsBySubreddit: [...tally.leadsBySubreddit] });

export function readTally(text: string): Tally {
  const stored = JSON.parse(text) as Omit<Tally, 'leadsBySubreddit'> & { leadsBySubreddit: [string, number][] };
  return { ...stored, leadsBySubreddit: new Map(stored.leadsBySubreddit) };
}

/** Result of scoring a batch, after the commit. */
export interface Scored {
  tallies: Tally[];
  newLeads: NewLead[];
}

/** Scores what was fetched; the room above provides it. */
export interface ScoringPass {
  /** Resolves when everything stored before the call is scored, or the signal aborts. */
  scoreAll(signal?: AbortSignal): Promise<void>;
  /** Called after every committed batch. Returns a function that unsubscribes. */
  onScored(listener: (scored: Scored) => void): () => void;
}
