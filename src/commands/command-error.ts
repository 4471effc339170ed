/** A command cannot do what it was asked; its message is a sentence for the person at the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The same for words on the command line that mean nothing: exit code 2. */
export class WrongUse extends CommandError {}
