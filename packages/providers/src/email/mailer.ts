/** A file that goes with an e-mail. */
export interface Attachment {
  /** Of ASCII letters, digits, dots and hyphens, such as `INV-42.pdf`. */
  readonly name: string
  /** Media type. */
  readonly type: string
  readonly content: Uint8Array
}

/** An e-mail to its recipient, as HTML and as a text that says the same. */
export interface Email {
  /** One address. */
  readonly to: string
  /** Name of the sender, if it is not the deployment's own; the address stays the deployment's. */
  readonly fromName: string | null
  /** The one address that replies go to, if it is not the sender's. */
  readonly replyTo: string | null
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Further headers by name. */
  readonly headers: Readonly<Record<string, string>>
  readonly attachments: readonly Attachment[]
}

/** Sends e-mails. */
export interface Mailer {
  /**
   * Sends an e-mail. `id` is permanent: a recipient who gets it twice sees the same Message-ID.
   * @throws {EmailRefused} when it was rejected permanently.
   * @throws {MailUnavailable} when it may be accepted later.
   */
  send(id: string, mail: Email): Promise<void>
  close(): void
}

/** The recipient or the content was rejected permanently. The message names no address. */
export class EmailRefused extends Error {
  /** `mailbox`: the recipient exists and takes this one not, such as a full mailbox. */
  readonly about: 'recipient' | 'mailbox' | 'content'

  constructor(about: EmailRefused['about'], reason: string, options?: ErrorOptions) {
    super(`The e-mail was rejected: ${reason}`, options)
    this.name = 'EmailRefused'
    this.about = about
  }
}

/** E-mails cannot be sent at the moment. The message names no address. */
export class MailUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`E-mails cannot be sent: ${reason}`, options)
    this.name = 'MailUnavailable'
  }
}
