import type { MailboxInput } from './signals.ts'

/** The state after a drain: when the next attempt is due (RFC 3339), or null without pending deliveries. */
export interface DrainReport {
  readonly sent: number
  readonly nextDueAt: string | null
}

/** Activities of the webhooks role. */
export interface WebhookActivities {
  /** Sends everything due, lingers for more, and returns when it must be called again. */
  drainEndpoint(input: MailboxInput): Promise<DrainReport>
}
