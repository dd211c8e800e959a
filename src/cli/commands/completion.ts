import { Argument, type Command } from 'commander';
import { leaf } from '../command.ts';
import { completionScript, fishScript } from '../completion-script.ts';

const forZsh = 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n';

/** `completion bash|zsh|fish`: added last, so that it includes every command. */
export function addCompletion(program: Command): void {
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
