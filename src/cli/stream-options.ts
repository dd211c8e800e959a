import type { Command } from 'commander';
import { AppError } from '#core/platform/errors.ts';
import type { Proposal } from '#shared/campaigns.ts';
import { streamKinds } from '#shared/sources.ts';
import { type CampaignStream, withNames, withOnly } from '#shared/streams.ts';

/** Options such as `--hacker-news` and `--feed`, as the descriptors of the sources name them. */
const optional = streamKinds.flatMap(({ option, ...kind }) => (option ? [{ ...option, ...kind }] : []));

/** In an error message: "`--file FILE`, `--hacker-news`, or `--feed`". */
export const changingFlags = new Intl.ListFormat('en', { type: 'disjunction' }).format([
  '`--file FILE`',
  ...optional.map(({ flag }) => `\`--${flag}\``),
]);

/** Adds an option for what can be monitored beside subreddits. `edits`: it replaces what the campaign has. */
export function addStreamOptions(command: Command, { edits = false, verb = 'monitor' }: { edits?: boolean; verb?: string } = {}): Command {
  for (const { flag, only, argument, what } of optional) {
    if (only === undefined)
      command.option(`--${flag} ${argument ?? '<name...>'}`, `${verb} these ${what}${edits ? ', in place of those it has' : ' too'}`);
    else command.option(`--${flag}`, `${verb} ${what} too`);
    if (only !== undefined && edits) command.option(`--no-${flag}`, `stop monitoring ${what}`);
  }
  return command;
}

const given = (options: object, flag: string): unknown =>
  (options as Record<string, unknown>)[flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];

/** Whether one of these options was given. */
export const hasStreamOptions = (options: object): boolean => optional.some(({ flag }) => given(options, flag) !== undefined);

/** The streams with what the options say. Throws `invalid` for a name that can't be one. */
export function withStreamOptions(streams: readonly CampaignStream[], options: object): CampaignStream[] {
  let changed = [...streams];
  for (const { flag, kind, only, readName } of optional) {
    const value = given(options, flag);
    if (value === undefined) continue;
    if (only !== undefined) {
      changed = withOnly(changed, kind, value === true);
      continue;
    }
    const names = (value as string[]).map((text) => {
      const read = readName(text);
      if ('problem' in read) throw new AppError('invalid', `--${flag} ${text}: ${read.problem}`);
      return read.name;
    });
    changed = withNames(changed, kind, names);
  }
  return changed;
}

const questionTexts: Record<Proposal['questions'][number], string> = {
  regions: 'Where do you work? Add --where with a city, state, or country.',
  competitors: 'Who do you compete with? Add --competitor with their names.',
};

/** Which trades the suggestion is made from, which others fit, and what it would ask. */
export function showChoices({ trades, questions }: Proposal): string[] {
  const shown = (isChosen: boolean) => trades.filter((trade) => trade.isChosen === isChosen).map(({ id, name }) => `${name} (${id})`);
  const [chosen, others] = [shown(true), shown(false)];
  return [
    ...(chosen.length > 0 ? [`Trade: ${chosen.join(', ')}`] : []),
    ...(others.length > 0 ? [`${chosen.length > 0 ? 'Or, with' : 'Trades that may fit; choose with'} --trade: ${others.join(', ')}`] : []),
    ...questions.map((question) => questionTexts[question]),
  ];
}
