import type { Em } from '@gateway/db/orm'
import { findRules } from '@gateway/db/payments/rules-queries'
import type { Payment } from '@gateway/domain/payments/payment'
import type { PaymentRules } from '@gateway/domain/payments/payment-rules'
import { rulesOfText } from '@gateway/domain/payments/rules-canonical-text'

/** A payment's reference to its rules. */
type Named = Pick<Payment, 'rulesId'>

// One row per distinct setting. Ids are content hashes and rows never change, so the cache is valid for every database and never expires.
const known = new Map<string, PaymentRules>()

/**
 * Reads the rules of payments: one statement for all that this process has not cached.
 *
 * @returns a lookup of a payment's rules.
 */
export async function readRules(em: Em, payments: readonly Named[]): Promise<(payment: Named) => PaymentRules> {
  const ids = [...new Set(payments.map(({ rulesId }) => rulesId))].filter((id) => !known.has(id))
  if (ids.length > 0) for (const { id, content } of await findRules(em, { ids })) known.set(id, rulesOfText(content))
  return rulesOf
}

function rulesOf({ rulesId }: Named): PaymentRules {
  const rules = known.get(rulesId)
  if (!rules) throw new Error(`there are no rules ${rulesId}`)
  return rules
}
