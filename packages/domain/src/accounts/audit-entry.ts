/** What somebody can decide about other people's money. */
export type AuditAction = 'payment.accept' | 'payment.forward_held' | 'payouts.pause' | 'payouts.lift'

/** One decision, as the audit log keeps it. */
export interface AuditEntry {
  readonly id: string
  readonly at: Date
  /** `operator:<name>`, or `merchant:<id>`. */
  readonly actor: string
  readonly action: AuditAction
  readonly subjectId: string
  /** What was decided upon, as it was then. Amounts are decimal digits of base units. */
  readonly details: Readonly<Record<string, unknown>>
}
