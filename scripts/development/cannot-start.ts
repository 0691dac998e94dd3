/** A start that cannot succeed. The message is one line, and says what to do. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}
