import type { Em } from '@gateway/db/orm'
import { findRules } from '@gateway/db/payments/rules-queries'
import type { Payment } from '@gateway/domain/payments/payment'
import type { PaymentRules } from '@gateway/domain/payments/payment-rules'
import { rulesOfText } from '@gateway/domain/payments/rules-canonical-text'

/** Names the rules it was created under. */
type Named = Pick<Payment, 'rulesId'>

// One row for each setting there ever was. An id follows from what it names and no row ever changes, so what was read once is true of every
// database, for as long as the process lives.
const known = new Map<string, PaymentRules>()

/**
 * The rules that payments were created under: one statement for all that this process has not met before, and none afterwards.
 *
 * @returns a payment's rules, of those that were asked for.
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
