import { Argument, type Command } from 'commander';
import type { CommandContext } from './command-context.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** What may follow a command: the names of its commands, the values of its arguments, and its options. */
interface Completions {
  /** The words up to here, such as `account add`; empty for the program. */
  readonly path: string;
  readonly words: readonly string[];
  readonly options: readonly string[];
}

/** `completion bash|zsh|fish`: a script of all commands and options, printed from their definitions. */
export function completionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .description('Print a script that completes commands and options in a shell.')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText(
      'after',
      `
bash  source <(quaestor completion bash)                                  in ~/.bashrc
zsh   source <(quaestor completion zsh)                                   in ~/.zshrc
fish  quaestor completion fish > ~/.config/fish/completions/quaestor.fish`,
    )
    .action((shell: (typeof shells)[number]) => {
      const completions = listCompletions(program);
      context.print(shell === 'fish' ? printFish(completions) : printBash(completions, shell));
    });
}

function listCompletions(program: Command): Completions[] {
  const options = namesOf(program);
  const visit = (command: Command, path: string): Completions[] => {
    const help = command.createHelp();
    const commands = help.visibleCommands(command);
    const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
    const words = [...commands.map((each) => each.name()), ...choices];
    const own = command === program ? options : [...namesOf(command), ...options];
    const below = commands
      .filter((each) => each.name() !== 'help')
      .flatMap((each) => visit(each, `${path} ${each.name()}`.trim()));
    return [{ path, words, options: [...new Set(own)] }, ...below];
  };
  return visit(program, '');
}

function namesOf(command: Command): string[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => (long ? [long] : []));
}

/** Other words are values of options and arguments. */
function knownPaths(completions: readonly Completions[]): string[] {
  return completions.map(({ path }) => `'${path}'`).filter((path) => path !== "''");
}

/** Also for zsh, which understands it. Where nothing is known, files are completed. */
function printBash(completions: readonly Completions[], shell: 'bash' | 'zsh'): string {
  const cases = completions.map(
    ({ path, words, options }) =>
      `    '${path}') words='${words.join(' ')}' options='${options.join(' ')}' ;;`,
  );
  const known = knownPaths(completions);
  return [
    ...(shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    `_quaestor() {
  local word at='' next words options
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    next="\${at:+$at }$word"
    case "$next" in
    ${known.join('|')}) at="$next" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  word="\${COMP_WORDS[COMP_CWORD]}"
  case "$word" in
  -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
  *) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
  esac
}
complete -o default -F _quaestor quaestor`,
  ].join('\n');
}

function printFish(completions: readonly Completions[]): string {
  const lines = completions.flatMap(({ path, words, options }) => {
    const condition = `__quaestor_at '${path}'`;
    const option = (name: string) =>
      `complete -c quaestor -n "${condition}" -l ${name.replace(/^--/, '')}`;
    return [
      ...(words.length > 0
        ? [`complete -c quaestor -f -n "${condition}" -a '${words.join(' ')}'`]
        : []),
      ...options.map(option),
    ];
  });
  const known = knownPaths(completions);
  return [
    `function __quaestor_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$at $word")
    contains -- $next ${known.join(' ')}; and set at $next
  end
  test "$at" = "$argv[1]"
end`,
    ...lines,
  ].join('\n');
}
