import { Argument, type Command } from 'commander';
import { leaf } from '../command.ts';
import { completionScript } from '../completion-script.ts';

const forZsh = 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n';

/** `completion bash|zsh`: added last, so that it includes every command. */
export function addCompletion(program: Command): void {
  leaf(program, {
    usage: 'completion',
    about: 'Print a shell completion script',
    example: `source <(earshot completion bash)     # in ~/.bashrc; "completion zsh" in ~/.zshrc`,
  })
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh']))
    .action((shell: 'bash' | 'zsh', options: { json?: boolean }) => {
      const script = `${shell === 'zsh' ? forZsh : ''}${completionScript(program)}`;
      process.stdout.write(`${options.json ? JSON.stringify({ shell, script }, null, 2) : script}\n`);
    });
}
