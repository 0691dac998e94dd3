import type { Block, Transfer } from '@gateway/chains/rail'
import {
  findSpentDeposits,
  findTermsOfOwners,
  insertFlushes,
  type SpentDeposit,
  type TermsOfOwner,
} from '@gateway/db/chainwatch/flush-queries'
import type { FlushEntity } from '@gateway/db/chainwatch/flush.entity'
import type { Em } from '@gateway/db/orm'
import type { Recipient } from '@gateway/domain/custody/intent'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import { logPositions } from '../deposits/log-positions.ts'

/** A block, and its transactions that spend deposits. */
interface SpendingBlock {
  readonly chain: ChainCode
  readonly block: Block
  readonly txIds: ReadonlySet<string>
}

/**
 * Records transactions that spend deposits of one object, and nothing else, to the recipients of its payout terms, whoever sent them. The outputs say
 * what each recipient got; the rest is the network's.
 *
 * Any other spend settles nothing.
 */
export async function recordSpends(em: Em, { chain, block, txIds }: SpendingBlock): Promise<void> {
  if (txIds.size === 0) return
  const inputs = block.inputs.filter(({ txId }) => txIds.has(txId))
  const deposits = await findSpentDeposits(em, { chain, inputs })
  const terms = await findTermsOfOwners(em, [...new Set(deposits.map(({ subjectId }) => subjectId))])
  const inputsOf = Map.groupBy(inputs, ({ txId }) => txId)
  const outputs = Map.groupBy(block.transfers, ({ txId }) => txId)
  const placeOf = logPositions(block.txIds)
  const at = { chain, height: block.height, blockHash: block.hash }
  const rows = [...Map.groupBy(deposits, ({ spentBy }) => spentBy)].flatMap(([txId, spent]) =>
    inputsOf.get(txId)?.length === spent.length
      ? rowsOf({ spent, outputs: outputs.get(txId) ?? [], terms }).map((row) => ({ ...row, ...at, txPlace: placeOf({ txId }).txPlace }))
      : [],
  )
  await insertFlushes(em, rows)
}

/** Deposits that one transaction spends, its outputs, and the terms that may explain it. */
interface Spend {
  readonly spent: readonly SpentDeposit[]
  readonly outputs: readonly Transfer[]
  readonly terms: readonly TermsOfOwner[]
}

type SpendRow = Omit<FlushEntity, 'chain' | 'height' | 'blockHash' | 'txPlace'>

function rowsOf({ spent, outputs, terms }: Spend): SpendRow[] {
  const [first] = spent
  if (!first || first.asset === null || spent.some(({ subjectId }) => subjectId !== first.subjectId)) return []
  const paidBy = findTerms({ spent, outputs, terms: terms.filter(({ ownerId }) => ownerId === first.subjectId) })
  if (!paidBy) return []
  const { spentBy: txId, address, subject, subjectId, asset } = first
  const outUnits = sumUnits(outputs)
  const feeUnits = sumUnits(outputs.filter(paysOneOf(paidBy.recipients.filter(({ role }) => role === 'platform'))))
  const units = { merchantUnits: outUnits - feeUnits, feeUnits, networkFeeUnits: sumUnits(spent) - outUnits }
  const owner = { address, subject, subjectId, asset, payoutTermsId: paidBy.id, spent: spent.map(({ id }) => id) }
  return [{ txId, ref: txId, ...owner, ...units, logPlace: 0, intentId: null, problem: null, triedAt: null }]
}

/** The terms that name every receiver: those of the deposits' payout if they do, because a payer may claim the merchant's own address. */
function findTerms({ spent, outputs, terms }: Spend): TermsOfOwner | undefined {
  const planned = terms.filter(({ id }) => spent.every(({ plannedTermsId }) => plannedTermsId === id))
  const [first] = spent
  // The units of an unsupported token are none of the deposits' asset.
  if (outputs.length === 0 || outputs.some(({ asset }) => asset !== first?.asset)) return undefined
  return [...planned, ...terms].find(({ recipients }) => outputs.every(paysOneOf(recipients)))
}

const paysOneOf =
  (recipients: readonly Recipient[]) =>
  ({ to }: Transfer): boolean =>
    recipients.some(({ address }) => address === to)
