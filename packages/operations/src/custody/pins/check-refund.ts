import type { Rail } from '@gateway/chains/rail'
import type { UnpinnedReturn } from '@gateway/db/custody/pin-queries'
import type { CommitPinEntity } from '@gateway/db/custody/commit-pin.entity'
import type { Commit } from '@gateway/domain/custody/intent'
import type { PinRefusal } from '@gateway/domain/custody/pin'
import { verifyPin } from './verify-pin.ts'
import type { PinContext } from './pin-context.ts'

/** A commit to a payer's address whose payment the signer has looked at. */
type Candidate = UnpinnedReturn & { readonly ownPin: CommitPinEntity }

type Check = (ctx: PinContext, rail: Rail, candidate: Candidate) => boolean

/** Where a return goes, as its row says it; empty when it says nothing. The row may be anything that somebody has written. */
export const payerOf = ({ recipients }: Pick<Commit, 'recipients'>): string =>
  Array.isArray(recipients) ? String(recipients[0]?.address ?? '') : ''

/** Why money never goes back to an address that was named; undefined when it may after the hold. */
export function findRefundRefusal(ctx: PinContext, rail: Rail, candidate: Candidate): PinRefusal | undefined {
  try {
    return checks.find(({ isTrue }) => !isTrue(ctx, rail, candidate))?.refusal
  } catch {
    // A row that is not even shaped like a commit must not keep the signer from looking at the others.
    return 'return_has_not_one_payer'
  }
}

/** What must be true of it; no wallet can vouch for a payer, so the rest must be beyond doubt. */
const checks: readonly { readonly refusal: PinRefusal; readonly isTrue: Check }[] = [
  { refusal: 'payment_was_not_pinned', isTrue: (ctx, _rail, { own, ownPin }) => ownPin.refused === null && verifyPin(ctx, own, ownPin) },
  {
    refusal: 'source_is_not_the_payments',
    isTrue: (_ctx, rail, { commit, own }) =>
      own.subject === 'payment' &&
      own.source.kind === 'pool' &&
      commit.source.kind === 'pool' &&
      commit.source.generation === own.source.generation &&
      commit.source.idx === own.source.idx &&
      rail.assets.includes(commit.asset) &&
      commit.asset === own.asset &&
      commit.chain === own.chain &&
      commit.address === own.address,
  },
  {
    refusal: 'return_has_not_one_payer',
    isTrue: (_ctx, _rail, { commit }) => commit.feeBps === 0 && commit.recipients.length === 1 && commit.recipients[0]?.role === 'payer',
  },
  {
    refusal: 'payer_address_is_none',
    isTrue: (_ctx, rail, { commit }) => {
      const parsed = rail.parseAddress(payerOf(commit))
      return 'address' in parsed && parsed.address === payerOf(commit)
    },
  },
  {
    refusal: 'payer_address_is_ours',
    isTrue: (ctx, { chain }, { commit, isOurs }) => !isOurs && !(ctx.platformAddresses[chain] ?? []).includes(payerOf(commit)),
  },
]
