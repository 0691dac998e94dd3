import type { Transfer } from '@gateway/chains/rail/transfer'
import type { SpentDeposit, TermsOfOwner } from '@gateway/db/chainwatch/flush-queries'
import type { FlushEntity } from '@gateway/db/chainwatch/flush.entity'
import type { Recipient } from '@gateway/domain/custody/intent'
import { sumUnits } from '@gateway/domain/money/units'

/** Deposits of one object that a transaction spends, its outputs in their asset, and the terms that may explain it. */
interface Spend {
  readonly spent: readonly SpentDeposit[]
  readonly outputs: readonly Transfer[]
  readonly terms: readonly TermsOfOwner[]
  /** The units that left the address, with those that failed transactions of the payout took before. */
  readonly units: bigint
}

type SpendRow = Omit<FlushEntity, 'chain' | 'height' | 'blockHash' | 'txPlace'>

/**
 * The flush that a spend is: the outputs say what each recipient got; the rest is the network's. None where the deposits are of several objects or
 * their terms do not name every receiver.
 */
export function spendRows({ spent, outputs, terms, units }: Spend): SpendRow[] {
  const [first] = spent
  if (!first || first.asset === null || spent.some(({ subjectId }) => subjectId !== first.subjectId)) return []
  const paidBy = findTerms(
    spent,
    outputs,
    terms.filter(({ ownerId }) => ownerId === first.subjectId),
  )
  if (!paidBy) return []
  const { spentBy: txId, address, subject, subjectId, asset } = first
  const outUnits = sumUnits(outputs)
  const feeUnits = sumUnits(outputs.filter(paysOneOf(paidBy.recipients.filter(({ role }) => role === 'platform'))))
  const split = { merchantUnits: outUnits - feeUnits, feeUnits, networkFeeUnits: units - outUnits }
  const owner = { address, subject, subjectId, asset, payoutTermsId: paidBy.id, spent: spent.map(({ id }) => id) }
  return [{ txId, ref: txId, ...owner, ...split, logPlace: 0, intentId: null, problem: null, triedAt: null }]
}

/**
 * The terms that name every receiver: those of the deposits' payout if they do, because a payer may claim the merchant's own address. Dust that left with a
 * payout is in none.
 */
function findTerms(spent: readonly SpentDeposit[], outputs: readonly Transfer[], terms: readonly TermsOfOwner[]): TermsOfOwner | undefined {
  const named = new Set(spent.flatMap(({ plannedTermsId }) => plannedTermsId ?? []))
  const planned = terms.filter(({ id }) => named.size === 1 && named.has(id))
  const [first] = spent
  // The units of an unsupported token are none of the deposits' asset.
  if (outputs.length === 0 || outputs.some(({ asset }) => asset !== first?.asset)) return undefined
  return [...planned, ...terms].find(({ recipients }) => outputs.every(paysOneOf(recipients)))
}

const paysOneOf =
  (recipients: readonly Recipient[]) =>
  ({ to }: Transfer): boolean =>
    recipients.some(({ address }) => address === to)
