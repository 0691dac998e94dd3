import { findRecipient, recipientOf } from '@gateway/domain/custody/intent'
import { type PayeeRole, purposes } from '@gateway/domain/custody/purposes'
import type { Evaluated } from '../policy/evaluate-payouts.ts'

/** The addresses that a payout of a deposit's key pays. */
export interface Payees {
  readonly payeeAddress: string
  /** Undefined where nobody gets a fee. */
  readonly platformAddress: string | undefined
  /** The payee of the excess above the amount; undefined where the terms allow none, which the policy has checked. */
  readonly payerAddress: string | undefined
}

/** The payees of a payout, as its pinned terms name them. */
export function payeesOf({ intent, commit }: Pick<Evaluated, 'intent' | 'commit'>): Payees {
  const [payee, platform, payer] = purposes[intent.purpose].payees as readonly [PayeeRole, PayeeRole?, PayeeRole?]
  return {
    payeeAddress: recipientOf(commit, payee),
    platformAddress: platform && recipientOf(commit, platform),
    payerAddress: payer && findRecipient(commit, payer),
  }
}
