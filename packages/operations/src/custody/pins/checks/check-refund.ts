import type { Rail } from '@gateway/chains/rail'
import type { UnpinnedRefund } from '@gateway/db/custody/pins/refund-pin-queries'
import type { PayoutTermsPinEntity } from '@gateway/db/custody/pins/payout-terms-pin.entity'
import type { Commit } from '@gateway/domain/custody/intent'
import { paysItsPayees, rowOfTerms } from '@gateway/domain/custody/purposes'
import type { PinRefusal } from '@gateway/domain/custody/pin'
import { verifyPin } from '../verify-pin.ts'
import type { PinContext } from '../pin-context.ts'
import type { Payees } from '../read-payees.ts'

/** A refund's commit, with the signer's pin of the object whose money it is and what is known of its payer. */
type Candidate = UnpinnedRefund & { readonly ownPin: PayoutTermsPinEntity; readonly payees: Payees }

type Check = (ctx: PinContext, rail: Rail, candidate: Candidate) => boolean

/** The receiving address of a refund; empty in a malformed row, which an attacker may have written. */
export const payerOf = ({ recipients }: Pick<Commit, 'recipients'>): string =>
  Array.isArray(recipients) ? String(recipients[0]?.address ?? '') : ''

/** The reason a refund address is refused for ever; undefined when the refund may leave after the hold. */
export function findRefundRefusal(ctx: PinContext, rail: Rail, candidate: Candidate): PinRefusal | undefined {
  try {
    return checks.find(({ isTrue }) => !isTrue(ctx, rail, candidate))?.refusal
  } catch {
    // A malformed row must not stop the check of other rows.
    return 'return_has_not_one_payer'
  }
}

/** The checks of a refund commit. No wallet pin can attest a payer's address, so everything else is checked. */
const checks: readonly { readonly refusal: PinRefusal; readonly isTrue: Check }[] = [
  { refusal: 'payment_was_not_pinned', isTrue: (ctx, _rail, { own, ownPin }) => ownPin.refused === null && verifyPin(ctx, own, ownPin) },
  {
    refusal: 'source_is_not_the_payments',
    isTrue: (_ctx, rail, { commit, own }) =>
      own.subject === rowOfTerms(commit.subject).owner &&
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
    isTrue: (_ctx, _rail, { commit }) => commit.feeBps === 0 && paysItsPayees(commit.subject, commit.recipients),
  },
  {
    refusal: 'payer_address_is_none',
    isTrue: (_ctx, rail, { commit }) => {
      const parsed = rail.parseAddress(payerOf(commit))
      return 'address' in parsed && parsed.address === payerOf(commit)
    },
  },
  { refusal: 'payer_address_is_ours', isTrue: (_ctx, _rail, { payees }) => !payees.areOurs },
  { refusal: 'payee_is_no_wallet', isTrue: (_ctx, _rail, { payees }) => payees.areWallets },
]
