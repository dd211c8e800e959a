import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    posts: { type: 'string', multiple: true },
    campaigns: { type: 'string', multiple: true },
    seconds: { type: 'string' },
    database: { type: 'string' },
    servers: { type: 'string' },
  },
  allowPositionals: true,
});

/** Names of the benchmarks to run, from the command line. */
export const names: readonly string[] = positionals;

function sizeOf(option: string, text: string): number {
  const size = Number(text);
  if (Number.isInteger(size) && size > 0) return size;
  throw new Error(`--${option} takes a whole number from 1, not ${text}`);
}

/** Values of `--posts`, given once or several times, or the benchmark's default sizes. */
export const postSizes = (byDefault: readonly number[]): readonly number[] =>
  values.posts?.map((text) => sizeOf('posts', text)) ?? byDefault;

/** The last value of `--posts`. */
export const posts = (byDefault: number): number => postSizes([byDefault]).at(-1) ?? byDefault;

/** Values of `--campaigns`; null if it isn't given. */
export const campaignSizes: readonly number[] | null = values.campaigns?.map((text) => sizeOf('campaigns', text)) ?? null;

/** How long each request is measured. */
export const seconds = (byDefault: number): number => (values.seconds === undefined ? byDefault : sizeOf('seconds', values.seconds));

/** Servers on one PostgreSQL database; null for one server on SQLite. */
export const postgresServers: number | null = serversOf(values.database ?? 'sqlite', values.servers);

function serversOf(database: string, servers: string | undefined): number | null {
  if (database === 'postgres') return servers === undefined ? 1 : sizeOf('servers', servers);
  if (database !== 'sqlite') throw new Error(`--database takes sqlite or postgres, not ${database}`);
  if (servers !== undefined) throw new Error('--servers needs --database postgres');
  return null;
}
