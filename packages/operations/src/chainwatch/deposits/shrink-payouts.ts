import { findCountingOnLost } from '@gateway/db/chainwatch/deposit-queries'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { purposes } from '@gateway/domain/custody/purposes'
import type { TransactionInput } from '@gateway/domain/chainwatch/transaction-input'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import { moveAttempt } from '../../custody/payouts/advance-attempts.ts'
import { markHeld } from '../../custody/payouts/hold-intents.ts'
import { holdOpenLegs } from '../../custody/payouts/legs.ts'
import { resizeLeg } from '../../custody/payouts/resize-leg.ts'
import { type AddressOwners } from '../../kernel/address-owners.ts'

/** The block that proves deposits dead, the final height, and the subjects to notify. */
interface Burial {
  readonly chain: ChainCode
  readonly blockHash: string
  readonly finalHeight: number
  readonly subjects: AddressOwners
}

/**
 * Shrinks payouts whose deposits died to the remaining ones. One that lost all keeps them, pays nothing, and resumes if one reappears, unless its
 * purpose ends without deposits: then a reappearing deposit is held again.
 *
 * An attempt over a dead output is marked dead and the rest is signed again, but only with proof: a deposit that is merely missing makes its payout
 * wait. Checked at every block, because the proof may come late and a deposit may reappear.
 */
export async function shrinkPayouts(em: Em, ctx: Context, burial: Burial): Promise<void> {
  const { chain, finalHeight } = burial
  const needsProof = ctx.rails.get(chain)?.deathProof === 'spent_inputs'
  const ids = await findCountingOnLost(em, { chain, finalHeight, needsProof })
  const shrunk: SpendIntentEntity[] = []
  for (const intent of await holdOpenLegs(em, ids)) if (await replan(em, ctx, { ...burial, intent, needsProof })) shrunk.push(intent)
  for (const [subject, payouts] of Map.groupBy(shrunk, ({ purpose }) => purposes[purpose].owner))
    await burial.subjects[subject].payoutsShrunk(em, ctx, payouts)
}

interface Replanning extends Burial {
  readonly intent: SpendIntentEntity
  readonly needsProof: boolean
}

/** @returns true when the payout changed. */
async function replan(em: Em, ctx: Context, { intent, needsProof, ...burial }: Replanning): Promise<boolean> {
  const left = await readLiving(em, intent.id)
  if (needsProof && !(await endAttempts(em, ctx, { ...burial, intent }))) return false
  if (left.length === 0 && !purposes[intent.purpose].endsWithoutDeposits) return false
  await resizeLeg(em, ctx, { intent, deposits: left, blockHash: burial.blockHash })
  return true
}

const readLiving = (em: Em, intentId: string): Promise<{ id: string; units: bigint }[]> =>
  tables(em)
    .selectFrom('deposit')
    .select(['id', 'units'])
    .where('intentId', '=', intentId)
    .where('dead', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Marks attempts over dead outputs dead. @returns false when one of them cannot be proven dead. */
async function endAttempts(em: Em, ctx: Context, { intent, ...burial }: Burial & { intent: SpendIntentEntity }): Promise<boolean> {
  const live = await tables(em)
    .selectFrom('spend_attempt')
    .select('n')
    .where('intentId', '=', intent.leadId)
    .where('state', 'in', ['signed', 'broadcast'])
    .forUpdate()
    .executeTakeFirst()
  if (!live) return true
  const proof = await findProof(em, { ...burial, intent })
  if (!proof) return false
  await moveAttempt(em, ctx, { attempt: { intentId: intent.leadId, n: live.n }, input: 'die', patch: { proof } })
  const [held] = await markHeld(em, ctx, { ids: [intent.id], reason: 'deposits_do_not_match' })
  Object.assign(intent, held)
  return true
}

/** A final block in which another transaction spent an input of one of the dead deposits. */
async function findProof(
  em: Em,
  { chain, finalHeight, intent }: Omit<Replanning, 'needsProof'>,
): Promise<{ spent: TransactionInput; rivalHeight: number } | undefined> {
  const rival = await tables(em)
    .selectFrom('deposit_input')
    .innerJoin('deposit', (join) =>
      join.onRef('deposit.txId', '=', 'deposit_input.txId').onRef('deposit.chain', '=', 'deposit_input.chain'),
    )
    .select(['deposit_input.resource', 'deposit_input.sequence', 'deposit_input.rivalHeight'])
    .where('deposit.intentId', '=', intent.id)
    .where('deposit.dead', '=', true)
    .where('deposit_input.chain', '=', chain)
    .where('deposit_input.rivalHeight', '<=', finalHeight)
    .executeTakeFirst()
  if (!rival || rival.rivalHeight === null) return undefined
  const { rivalHeight, ...spent } = rival
  return { spent, rivalHeight }
}
