import { type DuePayout, findWaitingLegs, type WaitingLeg } from '@gateway/db/custody/intent-queries'
import type { Em } from '@gateway/db/orm'
import type { SpendIntent } from '@gateway/domain/custody/intent'
import { purposes } from '@gateway/domain/custody/purposes'
import type { ChainCode } from '@gateway/domain/money/asset'
import { splitPaid } from '@gateway/domain/payments/rules'
import { type JudgedPayouts, payoutChangeOf, type PayoutChange, type PayoutOwner, type PayoutOwners } from '../../kernel/address-owners.ts'
import { transaction } from '../../kernel/transaction.ts'
import type { PricedSigner } from '../costs/priced-signer.ts'
import { appendDecisions } from '../policy/decision-log.ts'
import { addVelocity } from '../policy/payout-velocity.ts'
import { payoutSigners } from './payout-signers.ts'
import { signWaiting } from './sign-waiting.ts'
import type { SignedAttempt } from './signed-attempt.ts'
import type { Signing, UnsentDecision } from './signing.ts'

/** The payouts that were signed together, and whether another signer was in the way. */
export interface Signed {
  readonly payouts: readonly PayoutChange[]
  readonly isBusy: boolean
}

/** How many objects of a chain are signed in one database transaction. */
export const atOnceOn = (chain: ChainCode): number => payoutSigners[chain]?.atOnce ?? 1

/**
 * Signs every waiting payout of some objects, each independently, and tells their rooms, in one transaction: a held one does not block the others. The
 * attempts may be broadcast once the high-water file contains them. Repeating it does nothing: a signed payout keeps its bytes.
 */
export async function signPayouts(ctx: PricedSigner, owners: PayoutOwners, wanted: readonly DuePayout[]): Promise<Signed> {
  await ctx.failpoint('beforeSigning')
  return transaction(ctx, async (em) => {
    const signings = await signEach(em, ctx, wanted)
    const payouts = signings.flatMap((signing) => (signing.outcome === 'signed' ? payoutsOf(signing.attempt) : []))
    const held = signings.filter((signing) => signing.outcome === 'held')
    await tellOwners(em, ctx, { owners, signed: payouts, held: held.map(({ intent }) => intent) })
    for (const { intent, unsent } of held) await showUnsent(em, ctx, { owner: owners[ownerOf(intent)], unsent })
    await appendDecisions(
      em,
      ctx,
      signings.flatMap(({ decided }) => decided),
    )
    return { payouts, isBusy: signings.some(({ outcome }) => outcome === 'busy') }
  })
}

async function signEach(em: Em, ctx: PricedSigner, wanted: readonly DuePayout[]): Promise<Signing[]> {
  const signings: Signing[] = []
  const waiting = await findWaitingLegs(em, { wanted, now: ctx.clock.now() })
  for (const legs of Map.groupBy(waiting, groupOf).values()) {
    const [first] = legs
    const flushedNow = signings.flatMap((done) => (done.outcome === 'signed' ? done.attempt.permits.map(({ intent }) => intent) : []))
    if (first) signings.push(...(await signWaiting(em, ctx, { chain: first.chain, legs, flushedNow })))
  }
  return signings
}

/** Payouts of an asset are judged and signed together where their chain allows it. */
const groupOf = ({ chain, asset, purpose, ref, leg }: WaitingLeg): string =>
  atOnceOn(chain) > 1 ? `${chain} ${asset}` : `${purpose} ${ref} ${leg}`

const payoutsOf = ({ permits, txId, feeUnits, platformPaid }: SignedAttempt): PayoutChange[] =>
  permits.map(({ intent }) => payoutChangeOf(intent, { txId, platformPaid, split: splitPaid(intent, feeUnits ?? 0n) }))

const ownerOf = ({ purpose }: Pick<SpendIntent, 'purpose'>) => purposes[purpose].owner

async function tellOwners(em: Em, ctx: PricedSigner, { owners, ...judged }: JudgedPayouts & { owners: PayoutOwners }): Promise<void> {
  const signed = Map.groupBy(judged.signed, ownerOf)
  const held = Map.groupBy(judged.held, ownerOf)
  for (const owner of new Set([...signed.keys(), ...held.keys()])) {
    await owners[owner].payoutsJudged(em, ctx, { signed: signed.get(owner) ?? [], held: held.get(owner) ?? [] })
  }
}

/** The signature is the spend, so it counts against the caps like a transaction. */
async function showUnsent(
  em: Em,
  ctx: PricedSigner,
  { owner, unsent }: { owner: PayoutOwner; unsent: UnsentDecision | undefined },
): Promise<void> {
  if (!unsent || !(await owner.decisionSigned(em, ctx, unsent.signed))) return
  const { intent, at, countedCents } = unsent.lead
  await addVelocity(em, { asset: intent.asset, at, usdCents: countedCents })
}
