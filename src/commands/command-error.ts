/** A command cannot do what was asked. Its message is printed without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Invalid arguments or options: exit code 2. */
export class UsageError extends CommandError {}
