import { holdingOf } from '../payment-holding.ts'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import { heldAccountOf } from '@gateway/domain/payments/late-payment'
import { ruledBy } from '@gateway/domain/payments/payment-rules'
import { hasRequiredConfirmations } from '@gateway/domain/payments/assessment'
import { postCredits } from '../../chainwatch/deposits/post-credits.ts'
import { awaitMaturity } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { repostLegs } from '../../custody/payouts/repost-legs.ts'
import { readRules } from '../rules/read-rules.ts'

/** A payment with its deposits, and how far its chain is read. */
export interface Creditable {
  readonly payment: PaymentEntity
  readonly deposits: readonly DepositEntity[]
  readonly view: ChainView
}

/**
 * Credits every confirmed deposit of a served asset, whatever the payment's state, so that no arrived money is outside the ledger (L1, or L15 for
 * suspense). Each inclusion is credited once.
 */
export async function creditDeposits(em: Em, ctx: Context, creditable: readonly Creditable[]): Promise<void> {
  const open = creditable.flatMap(({ payment, deposits, view }) => deposits.filter(isOpen).map((deposit) => ({ payment, deposit, view })))
  await awaitMaturity(
    em,
    creditable
      .flatMap(awaited)
      .map(({ payment, deposit }) => ({ id: deposit.id, maturesAt: (deposit.height ?? 0) + payment.confirmationsRequired - 1 })),
  )
  const mature = open.filter(
    ({ payment, deposit, view }) => deposit.height !== null && hasRequiredConfirmations(payment, deposit.height, view),
  )
  const rulesOf = await readRules(
    em,
    mature.map(({ payment }) => payment),
  )
  await postCredits(
    em,
    ctx,
    mature.map(({ payment, deposit }) => ({
      deposit,
      holding: holdingOf(payment, deposit.asset ?? payment.asset),
      heldIn: heldAccountOf(ruledBy(rulesOf(payment), payment), deposit),
    })),
  )
  await repostLegs(em, ctx, legsBeside(creditable, mature))
}

/** Payouts of payments with new credits: others of the same payment may be whole again, or smaller for good. */
function legsBeside(
  creditable: readonly Creditable[],
  mature: readonly { readonly payment: PaymentEntity; readonly deposit: DepositEntity }[],
): { intentId: string; blockHash: string }[] {
  const blockOf = new Map(mature.map(({ payment, deposit }) => [payment.id, deposit.blockHash]))
  return creditable.flatMap(({ payment, deposits }) => {
    const blockHash = blockOf.get(payment.id)
    return blockHash ? deposits.flatMap(({ intentId }) => (intentId === null ? [] : [{ intentId, blockHash }])) : []
  })
}

/** A deposit that a final flush has paid out is credited already; its payment still waits for confirmations. */
const awaited = ({ payment, deposits }: Creditable): { payment: PaymentEntity; deposit: DepositEntity }[] =>
  deposits
    .filter((deposit) => deposit.asset !== null && deposit.state === 'included')
    .filter((deposit) => deposit.creditRevision === null || deposit.maturesAt === null)
    .map((deposit) => ({ payment, deposit }))

const isOpen = (deposit: DepositEntity): boolean =>
  deposit.asset !== null && deposit.state === 'included' && deposit.creditRevision === null
