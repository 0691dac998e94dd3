import type { MailboxInput } from './signals.ts'

/** What is left after a drain: when the next attempt is due (RFC 3339), or null when nothing waits. */
export interface DrainReport {
  readonly sent: number
  readonly nextDueAt: string | null
}

/** Work of the webhooks role. */
export interface WebhookActivities {
  /** Sends everything due, lingers for more, and says when it must be called again. */
  drainEndpoint(input: MailboxInput): Promise<DrainReport>
}
