import { Command, Argument } from 'commander';
import { product, version } from '#shared/product.ts';
import { leaf } from './command.ts';
import { addAuditCommands, addBetaCommands, addFeedbackCommands, addSettingsCommands } from './commands/instance.ts';
import { addBlacklistCommands } from './commands/blacklist.ts';
import { addCampaignCommands } from './commands/campaign.ts';
import { addCompetitorCommands } from './commands/competitor.ts';
import { addConnectionCommands } from './commands/connections.ts';
import { addDataCommands, addTransferCommands } from './commands/data.ts';
import { addDemo } from './commands/demo.ts';
import { addDoctor, addInit, addJobCommands } from './commands/operate.ts';
import { addFollowUpCommands, addLeadCommands, addToday, addPostCommands } from './commands/lead.ts';
import { addChannelCommands } from './commands/channel.ts';
import { addScan, addFind, addScoreCommands } from './commands/scan.ts';
import { addServe, addMcp } from './commands/serve.ts';
import { addReportCommands } from './commands/report.ts';
import { addUserCommands, addTokenCommands } from './commands/user.ts';
import { addWorkspaceCommands } from './commands/workspace.ts';

interface Step {
  /** Words of the command, such as `user add`; empty for `earshot` itself. */
  path: string;
  /** Possible next words. */
  next: string[];
}

function listSteps(command: Command, path = ''): Step[] {
  const inner = command.commands.filter(({ commands, options }) => commands.length + options.length > 0 || path === '');
  const options = command.options.flatMap(({ long }) => long ?? []);
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const own = { path, next: [...inner.map((each) => each.name()), ...choices, ...options, '--help'] };
  return [own, ...inner.flatMap((each) => listSteps(each, `${path} ${each.name()}`.trim()))];
}

/** Options with a free value, for which the shell completes file names. */
function listOpenOptions(command: Command): string[] {
  const own = command.options.flatMap(({ long, required, optional }) => (long && (required || optional) ? [long] : []));
  return [...new Set([...own, ...command.commands.flatMap(listOpenOptions)])].sort();
}

/** A completion script for bash, generated from the commands; zsh reads it through its own bashcompinit. */
function completionScript(program: Command): string {
  const steps = listSteps(program);
  const paths = steps.flatMap(({ path }) => (path === '' ? [] : `'${path}'`)).join('|');
  const cases = steps.map(({ path, next }) => `    '${path}') words='${next.join(' ')}' ;;`);
  return `_earshot() {
  local word path='' words='' current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${paths}) path="\${path:+$path }$word" ;;
    esac
  done
  COMPREPLY=()
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
    ${listOpenOptions(program).join('|')}) return ;;
  esac
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _earshot earshot`;
}

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

/** A completion script for fish, generated from the commands. */
function fishScript(program: Command): string {
  const lines = listSteps(program).flatMap(({ path, next }) => {
    const words = path === '' ? [] : path.split(' ');
    const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`);
    const inner = next.filter((word) => !word.startsWith('-'));
    const none = inner.length > 0 ? [`not __fish_seen_subcommand_from ${inner.join(' ')}`] : [];
    const when = quoted([...seen, ...none].join('; and ') || 'true');
    return next.map((word) =>
      word.startsWith('--') ? `complete -c earshot -n ${when} -l ${word.slice(2)}` : `complete -c earshot -f -n ${when} -a ${quoted(word)}`,
    );
  });
  return lines.join('\n');
}

const forZsh = 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n';

/** `completion bash|zsh|fish`: added last, so that it includes every command. */
function addCompletion(program: Command): void {
  leaf(program, {
    usage: 'completion',
    about: 'Print a shell completion script',
    example: `source <(earshot completion bash)     # in ~/.bashrc; "completion zsh" in ~/.zshrc; earshot completion fish | source`,
  })
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .action((shell: 'bash' | 'zsh' | 'fish', options: { json?: boolean }) => {
      const script = shell === 'fish' ? fishScript(program) : `${shell === 'zsh' ? forZsh : ''}${completionScript(program)}`;
      process.stdout.write(`${options.json ? JSON.stringify({ shell, script }, null, 2) : script}\n`);
    });
}

const commands = [
  addServe,
  addDemo,
  addInit,
  addDoctor,
  addUserCommands,
  addWorkspaceCommands,
  addCampaignCommands,
  addToday,
  addLeadCommands,
  addPostCommands,
  addFollowUpCommands,
  addCompetitorCommands,
  addReportCommands,
  addFind,
  addScan,
  addScoreCommands,
  addTransferCommands,
  addTokenCommands,
  addChannelCommands,
  addMcp,
  addJobCommands,
  addDataCommands,
  addBlacklistCommands,
  addFeedbackCommands,
  addBetaCommands,
  addSettingsCommands,
  addConnectionCommands,
  addAuditCommands,
  addCompletion,
];

/** Creates the program with every command. It throws instead of exiting. */
export function buildProgram(): Command {
  const program = new Command('earshot')
    .description(`${product} finds conversations in which someone needs what you sell.`)
    .version(version)
    .showHelpAfterError();
  for (const add of commands) add(program);
  throwInsteadOfExit(program);
  return program;
}

/** Commander's `exitOverride` doesn't apply to subcommands. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const inner of command.commands) throwInsteadOfExit(inner);
}
