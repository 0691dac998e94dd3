import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { InvalidField } from '@gateway/domain/kernel/error'
import { assetOf } from '@gateway/domain/money/asset'
import { findUnits } from '@gateway/domain/money/decimal'
import { type MerchantActor, requireMerchant } from '../../accounts/auth/require-merchant.ts'
import type { ApiContext, Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { findForDecision } from '../authorize-decision.ts'
import { acceptanceProblem, requireSeen } from '../held/accept-payment.ts'
import { findForwardable } from '../held/find-forwardable.ts'
import { awaitDecision, writeDecision } from './write-decision.ts'

/** A payment, and what its merchant decides about its held money; an acceptance is about the received amount that the merchant saw. */
type HeldChoice = { readonly paymentId: string } & (
  | { readonly kind: 'accept'; readonly amountReceived: string }
  | { readonly kind: 'forward' }
)

/**
 * Decides about the held money of a payment, and returns once that is carried out.
 *
 * The api cannot move a payment, so it writes the decision for a role that can. A repeated request finds the decision that waits or was carried
 * out and has no effect of its own.
 *
 * @throws {NotFound} also when the payment is another merchant's.
 * @throws {InvalidField} when the amount is no amount of the payment's asset.
 * @throws {InvalidState} when nothing is there to decide about, or another decision waits.
 * @throws {DecisionRefused} when the money was gone meanwhile, or less of it is there than the merchant saw.
 * @throws {DecisionPending} when it was not carried out after ten seconds; it will be.
 */
export async function decideHeld(ctx: ApiContext, { actor, ...choice }: HeldChoice & { actor: Actor }): Promise<void> {
  const by = requireMerchant(actor)
  await awaitDecision(ctx, await transaction(ctx, (em) => findOrWrite(em, ctx, { ...choice, by })))
}

type Choice = HeldChoice & { readonly by: MerchantActor }

function findOrWrite(em: Em, ctx: Context, choice: Choice): Promise<string> {
  const { paymentId, kind, by } = choice
  const judge = async () => {
    const payment = await findForDecision(em, { paymentId, by })
    const seenUnits = () => (choice.kind === 'accept' ? readSeen(payment, choice.amountReceived) : null)
    return { state: payment.state, problem: await problemOf(em, ctx, { payment, kind }), seenUnits }
  }
  return writeDecision(em, ctx, { of: { paymentId }, kind, merchantId: by.merchantId, judge })
}

async function problemOf(em: Em, ctx: Context, { payment, kind }: { payment: PaymentEntity; kind: Choice['kind'] }) {
  return kind === 'accept' ? acceptanceProblem(payment) : (await findForwardable(em, ctx, payment)).problem
}

/** Base units of the amount that the merchant saw. @throws {DecisionRefused} when less has arrived. */
function readSeen(payment: PaymentEntity, amountReceived: string): bigint {
  const units = findUnits(amountReceived, assetOf(payment.asset).decimals)
  if (units === undefined || units === 0n)
    throw new InvalidField('amount_received', `must be an amount of ${payment.asset}, such as "0.0015"`)
  requireSeen(payment, units)
  return units
}
