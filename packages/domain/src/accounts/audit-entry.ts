/** What somebody can decide about money, or about who may act for a business. */
export type AuditAction =
  | 'payment.accept'
  | 'payment.forward_held'
  | 'payment.compose_flush'
  | 'payment.withdraw_address'
  | 'payment.refuse_address'
  | 'return.offer'
  | 'return.claim'
  | 'return.pin'
  | 'return.recover'
  | 'return.withdraw'
  | 'payouts.pause'
  | 'payouts.lift'
  | 'payout.release'
  | 'treasury.move'
  | 'business.plan'
  | 'api_key.create'
  | 'api_key.revoke'
  | 'webhook_secret.rotate'
  | 'chain.rescan'
  | 'custody.recover'
  | 'rate.confirm'
  | 'webhook.disable'

/** One decision, as the audit log keeps it. */
export interface AuditEntry {
  readonly id: string
  readonly at: Date
  /** `operator:<name>`, `merchant:<id>`, or `key:<id>`; `payer` of who used a link, `signer` and `system` of what they noted. */
  readonly actor: string
  readonly action: AuditAction
  readonly subjectId: string
  /** What was decided upon, as it was then. Amounts are decimal digits of base units. */
  readonly details: Readonly<Record<string, unknown>>
}
