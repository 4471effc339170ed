/** A command cannot do what it was asked; its message is a sentence for the person at the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
