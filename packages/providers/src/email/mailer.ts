/** An e-mail to its recipient: plain text, so that nothing in it can be interpreted as markup. */
export interface Letter {
  /** One address. */
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends e-mails. */
export interface Mailer {
  /**
   * Sends an e-mail. `id` is permanent: a recipient who gets it twice sees the same Message-ID.
   * @throws {LetterRefused} when it was rejected permanently.
   * @throws {MailUnavailable} when it may be accepted later.
   */
  send(id: string, letter: Letter): Promise<void>
  close(): void
}

/** The recipient or the content was rejected permanently. The message names no address. */
export class LetterRefused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The e-mail was rejected: ${reason}`, options)
    this.name = 'LetterRefused'
  }
}

/** E-mails cannot be sent at the moment. The message names no address. */
export class MailUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`E-mails cannot be sent: ${reason}`, options)
    this.name = 'MailUnavailable'
  }
}
