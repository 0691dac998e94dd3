import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { findRecipient } from '@gateway/domain/custody/intent'
import { payableFeeUnits } from '@gateway/domain/custody/rules'
import { type SpendPurpose, purposes } from '@gateway/domain/custody/purposes'
import { splitByTerms } from '@gateway/domain/custody/split-by-terms'
import type { EscrowState } from '@gateway/domain/escrows/machine'
import { sumUnits } from '@gateway/domain/money/units'
import { findFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { findUnpaid, nextLegs } from '../../custody/payouts/legs.ts'
import { planIntents } from '../../custody/payouts/plan-intents.ts'
import type { Context } from '../../kernel/context.ts'
import { selectDeposits } from '../../payments/forwarding/select-deposits.ts'
import { holdingOf } from '../escrow-holding.ts'
import { enlargeWaiting } from './enlarge-waiting.ts'
import type { Funded } from '../funding/credit-deposits.ts'
import { neededDeposits } from '../funding/needed-deposits.ts'

type EscrowPurpose = Extract<SpendPurpose, `escrow_${string}`>
type OutcomePurpose = Exclude<EscrowPurpose, 'escrow_excess'>

/** The payout of an outcome, by the state that it leads to. */
export const outcomePurposes: Readonly<Partial<Record<EscrowState, OutcomePurpose>>> = {
  released: 'escrow_release',
  settled: 'escrow_release',
  refunded: 'escrow_refund',
}

/**
 * Plans the payouts of an escrow whose outcome is decided or that is over (ledger L8, L9, L16), in the caller's transaction: the payout of its
 * outcome once, then the return of everything else that is credited. Repeated calls plan nothing twice. A payout to a depositor without an address
 * waits until there is one.
 */
export async function planPayouts(em: Em, ctx: Context, { escrow, deposits }: Funded): Promise<void> {
  const outcome = outcomePurposes[escrow.state]
  if (!outcome && escrow.state !== 'expired') return
  const free = deposits.filter((deposit) => isFree(escrow, deposit))
  if (free.length === 0) return
  const fees = (await findFeeEstimates(em, escrow))?.fees
  if (outcome && !(await isPlanned(em, { purpose: outcome, ref: escrow.id }))) {
    await planLeg(em, ctx, { escrow, purpose: outcome, deposits: chooseDeposits(ctx, outcome, { escrow, free, fees }), fees })
    return
  }
  if (await enlargeWaiting(em, ctx, { escrow, deposits, free, fees })) return
  const isBusy = await findUnpaid(em, 'escrow_excess', [escrow.id])
  if (isBusy({ ref: escrow.id, asset: escrow.asset })) return
  const rest = selectFree(ctx, { escrow, free, fees }, { isFurther: true })
  await planLeg(em, ctx, { escrow, purpose: 'escrow_excess', deposits: rest, fees })
}

const isFree = ({ asset }: EscrowEntity, deposit: DepositEntity): boolean =>
  deposit.asset === asset && deposit.creditRevision !== null && deposit.intentId === null && !deposit.dead

interface Choice extends Pick<Leg, 'escrow' | 'fees'> {
  readonly free: Leg['deposits']
}

/**
 * A release takes no more than it needs, and an excess only when the rest does not suffice: what comes in place of a deposit that a reorganisation has
 * removed is credited as one. A refund takes all that is worth its block space and fits one transaction, so that nobody keeps it back with dust.
 */
const chooseFor: Readonly<Record<OutcomePurpose, (ctx: Context, choice: Choice) => Leg['deposits']>> = {
  escrow_release: (_ctx, { escrow: { amountUnits }, free }) =>
    neededDeposits(
      free.filter(({ heldIn }) => heldIn === 'escrow:held'),
      amountUnits,
    ) ??
    neededDeposits(free, amountUnits) ??
    [],
  escrow_refund: (ctx, choice) => selectFree(ctx, choice, { isFurther: false }),
}

/** A contract pays out the whole balance of its address. */
function chooseDeposits(ctx: Context, outcome: OutcomePurpose, choice: Choice): Leg['deposits'] {
  const needed = chooseFor[outcome](ctx, choice)
  return needed.length > 0 && ctx.rails.get(choice.escrow.chain)?.moves === 'whole_balance' ? choice.free : needed
}

const selectFree = ({ rails }: Context, { escrow, free, fees }: Choice, { isFurther }: { isFurther: boolean }): Leg['deposits'] =>
  selectDeposits({ rail: rails.get(escrow.chain), fees, asset: escrow.asset, deposits: free, isFurther })

async function isPlanned(em: Em, { purpose, ref }: { purpose: EscrowPurpose; ref: string }): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('spend_intent')
    .select('id')
    .where('purpose', '=', purpose)
    .where('ref', '=', ref)
    .where('state', '!=', 'void')
    .executeTakeFirst()
  return found !== undefined
}

interface Leg {
  readonly escrow: EscrowEntity
  readonly purpose: EscrowPurpose
  readonly deposits: readonly DepositEntity[]
  readonly fees: FeeEstimate | undefined
}

/** Plans a payout. One without deposits, or that its network fee would leave nothing of, waits for more deposits or cheaper block space. */
async function planLeg(em: Em, ctx: Context, leg: Leg): Promise<void> {
  const { escrow, purpose, deposits } = leg
  const terms = deposits.length > 0 && (await findTerms(em, leg))
  if (!terms) return
  const units = sumUnits(deposits)
  const { feeUnits } = splitByTerms(terms, units, 0n)
  const networkFeeUnits = payableFeeUnits({ units, feeUnits, cost: costOf(ctx, leg) })
  if (networkFeeUnits === undefined) return
  const split = splitByTerms(terms, units, networkFeeUnits)
  const number = (await nextLegs(em, purpose, [escrow.id]))(escrow.id)
  await planIntents(em, ctx, [
    { purpose, ref: escrow.id, leg: number, holding: holdingOf(escrow), payoutTermsId: terms.id, deposits, split },
  ])
}

const costOf = ({ rails }: Context, { escrow, deposits, fees }: Leg) =>
  fees && rails.get(escrow.chain)?.forwardCost(fees, { asset: escrow.asset, deposits: deposits.length })

type Terms = Pick<PayoutTermsEntity, 'id' | 'subject' | 'feeBps' | 'conditions' | 'recipients'>

/** The terms that a payout is made by: those of its purpose which pay everybody whom it has to pay. */
async function findTerms(em: Em, { escrow, purpose, deposits }: Leg): Promise<Terms | undefined> {
  const { termsOf } = purposes[purpose]
  const own = await readTerms(em, { subject: termsOf, subjectId: escrow.id })
  const isOverpaid = termsOf === 'escrow' && sumUnits(deposits) > escrow.amountUnits
  if (!own || !isOverpaid || findRecipient(own, 'depositor') !== undefined) return own
  return readTerms(em, { subject: 'escrow_overpaid', subjectId: escrow.id })
}

const readTerms = (em: Em, { subject, subjectId }: Pick<Terms, 'subject'> & { subjectId: string }): Promise<Terms | undefined> =>
  tables(em)
    .selectFrom('payout_terms')
    .select(['id', 'subject', 'feeBps', 'conditions', 'recipients'])
    .where('subject', '=', subject)
    .where('subjectId', '=', subjectId)
    .executeTakeFirst() as Promise<Terms | undefined>
