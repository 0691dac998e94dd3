import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { splitPaid } from '@gateway/domain/payments/rules'
import type { Context } from '../../kernel/context.ts'
import { appendDecisions, type DecidingContext } from '../../custody/policy/decision-log.ts'
import { advanceAttempts } from '../../custody/payouts/advance-attempts.ts'
import { advanceIntents } from '../../custody/payouts/advance-intents.ts'
import { insertAttempt, nextPlace } from '../../custody/signing/store-attempt.ts'
import { payoutChangeOf } from '../../kernel/address-owners.ts'
import { advancePaid } from '../forwarding/advance-paid.ts'
import type { UnknownPayout } from './find-unknown-payouts.ts'

/** An attempt from before the restore, read from the chain. */
export interface RebuiltAttempt {
  /** The intents it pays out; the first names the lead. */
  readonly intents: readonly SpendIntentEntity[]
  readonly payout: UnknownPayout
  /** The network fee; for gas, that of the receipt. */
  readonly feeUnits: bigint | null
  readonly succeeded: boolean
  readonly platformPaid: boolean
  readonly takenBackUnits: bigint
}

/**
 * Stores a transaction of the gateway again with its own bytes, as if newly signed: it is broadcast until mined and closed when final. It supersedes
 * an earlier attempt of the same intent.
 */
export async function storeRebuiltAttempt(em: Em, ctx: DecidingContext, rebuilt: RebuiltAttempt): Promise<void> {
  const [first] = rebuilt.intents
  if (!first) throw new Error('an attempt needs an intent')
  await advanceAttempts(em, ctx, { where: (eb) => eb('intentId', '=', first.leadId), input: 'supersede' })
  const { payout, feeUnits, platformPaid, takenBackUnits, succeeded } = rebuilt
  const { txId, height, blockHash } = payout.at
  await insertAttempt(em, ctx, {
    lead: { id: first.leadId, chain: first.chain },
    ...(await nextPlace(em, first.leadId)),
    signed: { ...payout.stored, txId, feeUnits, platformPaid, takenBackUnits },
    mined: height === null ? { height, blockHash: null, succeeded: null } : { height, blockHash, succeeded },
  })
  await moveIntents(em, ctx, rebuilt)
  const recovered = { rule: 'recovered', outcome: 'allow', reason: '' } as const
  const facts = { attempt: txId }
  await appendDecisions(
    em,
    ctx,
    rebuilt.intents.map((intent) => ({ intent, verdict: recovered, facts })),
  )
}

async function moveIntents(em: Em, ctx: Context, { intents, payout, feeUnits, platformPaid }: RebuiltAttempt): Promise<void> {
  const leadId = intents[0]?.leadId
  const ids = intents.map((intent) => intent.id)
  await tables(em)
    .updateTable('spend_intent')
    .set({ ...(leadId !== undefined && { leadId }) })
    .where('id', 'in', ids)
    .execute()
  const recovered = new Set((await advanceIntents(em, ctx, { ids, input: 'recover', patch: { holdReason: null } })).map(({ id }) => id))
  const open = intents.filter(({ id }) => recovered.has(id))
  if (open.length === 0) return
  const fromDeposit = (intent: SpendIntentEntity) => (ctx.rails.get(intent.chain)?.networkFee === 'from_deposit' ? (feeUnits ?? 0n) : 0n)
  const payouts = open.map((intent) =>
    payoutChangeOf(intent, { txId: payout.at.txId, platformPaid, split: splitPaid(intent, fromDeposit(intent)) }),
  )
  // A refund moves no payment on.
  await advancePaid(em, ctx, { payouts: payouts.filter(({ purpose }) => purpose === 'forward'), inputs: ['sign'], sent: true })
}
