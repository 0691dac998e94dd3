/** Actions the audit log records: decisions about money and about access to a business. */
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
  | 'refund.start'
  | 'refund.name'
  | 'refund.name_transaction'
  | 'refund.cancel'
  | 'refund.renew'
  | 'refund.expire'
  | 'refund.receive'
  | 'refund.lose'
  | 'refund.complete'
  | 'payouts.pause'
  | 'payouts.lift'
  | 'payout.release'
  | 'treasury.move'
  | 'escrow.decide'
  | 'escrow.dispute'
  | 'escrow.name_depositor'
  | 'business.plan'
  | 'operator.grant'
  | 'operator.revoke'
  | 'factor.add'
  | 'factor.remove'
  | 'recovery_codes.replace'
  | 'recovery_codes.use'
  | 'api_key.create'
  | 'api_key.revoke'
  | 'webhook_secret.rotate'
  | 'card.resume'
  | 'invoice.mark_paid'
  | 'invoice.undo_mark'
  | 'invoice.forward_held'
  | 'invoice.give_back'
  | 'oauth_consent.give'
  | 'oauth_key.rotate'
  | 'credential.revoke'
  | 'receipt.withdraw'
  | 'issuer_key.rotate'
  | 'chain.rescan'
  | 'custody.recover'
  | 'rate.confirm'
  | 'oauth_client.create'
  | 'oauth_client.update'
  | 'oauth_client.rotate_secret'
  | 'oauth_client.delete'
  | 'oauth_consent.withdraw'
  | 'webhook.disable'

/** One entry of the audit log. */
export interface AuditEntry {
  readonly id: string
  readonly at: Date
  /** `operator:<merchant id>`, `merchant:<id>`, `key:<id>`, or `app:<client id>`; `payer` for the user of a link, `depositor` for the party of an escrow, `signer` and `system` for their own records. */
  readonly actor: string
  readonly action: AuditAction
  readonly subjectId: string
  /** State of the object at the decision. Amounts are decimal digits of base units. */
  readonly details: Readonly<Record<string, unknown>>
}
