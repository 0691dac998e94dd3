import { findHandles } from '@gateway/db/custody/attempt-queries'
import { holdingOf } from '../payouts/posting-key.ts'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { purposes } from '@gateway/domain/custody/purposes'
import { findMove } from '@gateway/domain/kernel/machine'
import { intentMachine } from '@gateway/domain/custody/machine'
import { payoutBroadcast, payoutFinal } from '@gateway/domain/ledger/templates'
import type { SplitWithExcess } from '@gateway/domain/custody/split-by-terms'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { withinLedgerBounds } from '../../kernel/savepoint.ts'
import { advanceIntents } from '../payouts/advance-intents.ts'
import { holdIntents } from '../payouts/hold-intents.ts'
import { unitsOf } from '../payouts/plan-intents.ts'
import { payoutChangeOf, type AddressOwners } from '../../kernel/address-owners.ts'

/** A payout that left for good, with its real split. */
export interface Settled {
  readonly intent: SpendIntentEntity
  readonly txId: string
  readonly paid: SplitWithExcess
  readonly platformPaid: boolean
  readonly takenBackUnits: bigint
}

/**
 * Settles payouts at the amounts really paid: ledger L3 if missing, then L4, once by key, then the subjects.
 *
 * A payout that the ledger rejects is held with an alarm and stops neither the others nor the chain.
 */
export async function settleIntents(em: Em, ctx: Context, input: Settlement): Promise<void> {
  const { subjects, settled } = input
  const open = settled.filter(({ intent }) => findMove(intentMachine, intent.state, 'finalize'))
  if (open.length === 0) return
  await ctx.failpoint('beforeSettlement')
  if (await withinLedgerBounds(em, (inner) => closeIntents(inner, ctx, { subjects, settled: open }))) return
  for (const payout of open) {
    if (await withinLedgerBounds(em, (inner) => closeIntents(inner, ctx, { subjects, settled: [payout] }))) continue
    await holdIntents(em, ctx, { ids: [payout.intent.id], reason: 'settlement_refused_by_book', txId: payout.txId })
  }
}

interface Settlement {
  readonly subjects: AddressOwners
  readonly settled: readonly Settled[]
}

async function closeIntents(em: Em, ctx: Context, { subjects, settled: open }: Settlement): Promise<void> {
  const settled = await finalize(em, ctx, open)
  await postTransfers(
    em,
    ctx,
    settled.map(({ intent }) => payoutBroadcast(holdingOf(intent), { id: intent.id, revision: intent.posting, units: intent.units })),
  )
  await postTransfers(
    em,
    ctx,
    settled.map(({ intent, paid, platformPaid, takenBackUnits }) => {
      const payable = purposes[intent.purpose].payable
      const { id, posting: revision } = intent
      return payoutFinal(holdingOf(intent), { id, revision, planned: intent, paid, platformPaid, takenBackUnits, payable })
    }),
  )
  const handlesOf = await findHandles(
    em,
    settled.map(({ intent }) => intent.leadId),
  )
  for (const [subject, rows] of Map.groupBy(settled, ({ intent }) => purposes[intent.purpose].owner)) {
    const payouts = rows.map(({ intent, paid, txId, platformPaid }) =>
      payoutChangeOf(intent, { txId, split: paid, platformPaid, signedTxIds: handlesOf(intent.leadId) }),
    )
    await subjects[subject].payoutsFinal(em, ctx, payouts)
  }
}

/** Moves payouts to their end with the amounts really paid, in one statement. Returns those that moved. */
async function finalize(em: Em, ctx: Context, open: readonly Settled[]): Promise<Settled[]> {
  const ids = open.map(({ intent }) => intent.id)
  const moved = await advanceIntents(em, ctx, {
    ids,
    input: 'finalize',
    patch: { ...realAmounts(open), holdReason: null, heldSince: null },
  })
  const left = new Set(moved.map(({ id }) => id))
  return open.filter(({ intent }) => left.delete(intent.id))
}

/** Each payout reads its own amounts from those of all, so that one statement ends them. */
function realAmounts(settled: readonly Settled[]) {
  const units = settled.map(({ intent, paid }) => {
    const real = { ...paid, shortUnits: intent.units - unitsOf(paid) }
    return [intent.id, Object.fromEntries(Object.entries(real).map(([name, value]) => [name, String(value)]))] as const
  })
  const all = JSON.stringify(Object.fromEntries(units))
  const own = (name: string) => sql<bigint>`(${all}::jsonb -> spend_intent.id::text ->> ${sql.lit(name)})::numeric`
  return {
    feeUnits: own('feeUnits'),
    networkFeeUnits: own('networkFeeUnits'),
    merchantUnits: own('merchantUnits'),
    excessUnits: own('excessUnits'),
    shortUnits: own('shortUnits'),
  }
}
