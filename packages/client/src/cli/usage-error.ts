/** A command that cannot be understood; its message says what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
