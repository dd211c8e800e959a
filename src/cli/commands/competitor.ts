import { communityLabel } from '#shared/labels.ts';
import type { Command } from 'commander';
import { competitorInputSchema, type Competitor, type Mention } from '#shared/competitors.ts';
import type { Core } from '#core/open.ts';
import { type Actor, systemActor } from '#core/platform/actor.ts';
import { actingUser, checked, collect, idOf, leaf, noun, type Shared, withCore } from '../command.ts';
import { table } from '../output.ts';

interface ForUser extends Shared {
  user?: string;
}

const day = (time: string | null): string | null => time?.slice(0, 10) ?? null;
const percent = (share: number | null): string => (share === null ? '' : `${Math.round(share * 100)} %`);

const competitorRows = (items: readonly Competitor[]) =>
  items.map(({ id, name, mentions, share, alternatives, complaints, lastMentionAt }) => [
    id,
    name,
    String(mentions),
    percent(share),
    String(alternatives),
    String(complaints),
    day(lastMentionAt),
  ]);
const mentionRows = (items: readonly Mention[]) =>
  items.map(({ competitor, kind, subreddit, createdAt, quote }) => [
    competitor,
    kind,
    communityLabel(subreddit),
    day(createdAt),
    quote.slice(0, 90),
  ]);

const runList = (options: ForUser) =>
  withCore(options, async (core, out) => {
    const { items } = await core.insights.competitors.list(await actingUser(core, options.user));
    out.result(items, () => table(['id', 'name', 'mentions', 'share', 'switching', 'complaints', 'last'], competitorRows(items)));
  });

interface AddOptions extends ForUser {
  alias?: string[];
  keyword?: string[];
  website?: string;
  own?: boolean;
}
function runAdd(name: string, options: AddOptions): Promise<void> {
  const parsed = checked(
    competitorInputSchema,
    {
      name,
      aliases: options.alias ?? [],
      keywords: options.keyword ?? [],
      website: options.website ?? '',
      own: options.own ?? false,
    },
    "Couldn't add the competitor",
  );
  return withCore(options, async (core, out) => {
    const actor = await actingUser(core, options.user);
    const { id } = await core.insights.competitors.create(actor, parsed);
    await core.insights.competitors.settled();
    const made = (await core.insights.competitors.list(actor)).items.find((one) => one.id === id);
    out.result(made, () => `Added ${name} (ID ${id}): ${made?.mentions ?? 0} mentions in stored posts.`);
  });
}

/** The owner of the competitor, whose ID is unique; without an ID, `--user` or the only account. */
function actorFor(core: Core, id: string | undefined, { user }: ForUser): Promise<Actor> {
  if (id === undefined || user !== undefined) return actingUser(core, user);
  return core.insights.competitors.ownerOf(systemActor, idOf(id, 'Competitor'));
}

const runRemove = (id: string, options: ForUser) =>
  withCore(options, async (core, out) => {
    await core.insights.competitors.remove(await actorFor(core, id, options), idOf(id, 'Competitor'));
    out.result({ id }, () => `Removed competitor ${id} and its mentions.`);
  });

const runScrape = (id: string | undefined, options: ForUser) =>
  withCore(options, async (core, out) => {
    const actor = await actorFor(core, id, options);
    const { searching } = await core.insights.competitors.scrape(actor, id);
    out.say(`Searching Reddit for ${searching}…`);
    await core.insights.competitors.settled();
    const { items } = await core.insights.competitors.list(actor);
    const shown = id === undefined ? items : items.filter((one) => one.id === id);
    for (const { name, searchError } of shown) if (searchError !== null) out.say(`${name}: ${searchError}`);
    out.result(shown, () => table(['id', 'name', 'mentions', 'share', 'switching', 'complaints', 'last'], competitorRows(shown)));
    if (shown.length > 0 && shown.every(({ searchError }) => searchError !== null)) process.exitCode = 1;
  });

const runDiscover = (url: string, options: ForUser) =>
  withCore(options, async (core, out) => {
    const found = await core.insights.competitors.discover(await actingUser(core, options.user), url);
    const rows = found.candidates.map(({ name, count, seen }) => [
      name,
      String(count),
      seen[0]?.where ?? '',
      (seen[0]?.quote ?? '').slice(0, 90),
    ]);
    out.result(found, () => `${found.site.name}: ${found.site.about}\n${table(['name', 'named', 'where', 'quote'], rows)}`);
  });

interface MentionOptions extends ForUser {
  limit: string;
}
const runMentions = (id: string | undefined, options: MentionOptions) =>
  withCore(options, async (core, out) => {
    const limit = Math.min(100, Math.max(1, Number(options.limit) || 25));
    const { items } = await core.insights.competitors.mentions(await actorFor(core, id, options), { limit, competitorId: id });
    out.result(items, () => table(['competitor', 'kind', 'where', 'when', 'quote'], mentionRows(items)));
  });

export function addCompetitorCommands(program: Command): void {
  const competitor = noun(program, 'competitor', 'Manage competitors and their mentions');
  const forUser = (command: Command): Command =>
    command.option('--user <email>', 'account to use (required if there are several, and no ID is given)');
  forUser(
    leaf(competitor, { usage: 'list', about: 'List competitors with their mentions', example: 'earshot competitor list --json' }),
  ).action(runList);
  forUser(
    leaf(competitor, {
      usage: 'add <name>',
      about: 'Add a competitor to watch for',
      example: 'earshot competitor add Linear --keyword "issue tracker"',
    }),
  )
    .option('--alias <name>', 'another name or spelling (repeatable)', collect)
    .option('--keyword <word>', 'count a mention only if one of these terms occurs too (repeatable)', collect)
    .option('--website <url>', 'its website')
    .option('--own', 'this is your own product')
    .action(runAdd);
  forUser(
    leaf(competitor, { usage: 'remove <id>', about: 'Remove a competitor with its mentions', example: 'earshot competitor remove 3' }),
  ).action(runRemove);
  forUser(
    leaf(competitor, { usage: 'scrape [id]', about: 'Search Reddit for one or all competitors', example: 'earshot competitor scrape' }),
  ).action(runScrape);
  forUser(
    leaf(competitor, {
      usage: 'discover <url>',
      about: 'Suggest competitors from a website and stored posts',
      example: 'earshot competitor discover https://example.com',
    }),
  ).action(runDiscover);
  forUser(
    leaf(competitor, { usage: 'mentions [id]', about: 'List mentions, newest first', example: 'earshot competitor mentions 3 --limit 50' }),
  )
    .option('--limit <n>', 'maximum number of mentions', '25')
    .action(runMentions);
}
