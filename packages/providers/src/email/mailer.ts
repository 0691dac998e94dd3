/** A letter as its receiver gets it: plain text, so that nothing in it can be taken for markup. */
export interface Letter {
  /** One address. */
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Hands letters over to whoever delivers them. */
export interface Mailer {
  /**
   * Hands a letter over. `id` names it for ever: a receiver who gets it twice sees the same Message-ID.
   *
   * @throws {LetterRefused} when it will not be taken later either.
   * @throws {MailUnavailable} when it may be taken later.
   */
  send(id: string, letter: Letter): Promise<void>
  close(): void
}

/** The receiver is none, or the letter cannot be taken as it is. The message names no address. */
export class LetterRefused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`The letter is refused: ${reason}`, options)
    this.name = 'LetterRefused'
  }
}

/** Letters cannot be handed over at the moment. The message names no address. */
export class MailUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`Letters cannot be handed over: ${reason}`, options)
    this.name = 'MailUnavailable'
  }
}
