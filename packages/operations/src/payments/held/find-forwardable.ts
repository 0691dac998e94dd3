import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import type { PlannedSpend } from '../../custody/payouts/plan-intents.ts'
import { roundsOfHeld } from './rounds-of-held.ts'

const NONE = 'forward held funds of a payment that has none awaiting a decision'
const BEHIND = 'forward held funds of a payment while its previous round is not final'

/** The rounds in which the held funds of a payment could be forwarded now, or what prevents it, as an `InvalidState` says it. */
export async function findForwardable(
  em: Em,
  ctx: Context,
  payment: PaymentEntity,
): Promise<{ spends: readonly PlannedSpend[]; problem: string | undefined }> {
  const held = (await readDeposits(em, 'payment', [payment.id])).filter((deposit) => isUndecided(payment, deposit))
  const { spends, isBehind } = await roundsOfHeld(em, ctx, { purpose: 'forward', object: payment, held })
  if (spends.length > 0) return { spends, problem: undefined }
  return { spends, problem: isBehind ? BEHIND : NONE }
}

/** An expired payment is accepted instead, and deposits too small to forward need no decision. */
const isUndecided = (payment: PaymentEntity, deposit: DepositEntity): boolean =>
  deposit.creditRevision !== null &&
  deposit.intentId === null &&
  (deposit.asset !== payment.asset || payment.state === 'failed' || payment.returningUnits > 0n)
