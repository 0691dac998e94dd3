/** A payment that cannot be made. The message is one line, and says what to do. */
export class CannotPay extends Error {
  override readonly name = 'CannotPay'
}
