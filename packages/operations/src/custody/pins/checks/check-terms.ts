import type { Rail } from '@gateway/chains/rail'
import type { Commit } from '@gateway/domain/custody/intent'
import { paysItsPayees } from '@gateway/domain/custody/purposes'
import { isPinnedWallet, type PinnedWallet, type PinRefusal } from '@gateway/domain/custody/pin'
import { addressFollows } from '../../address-pool/address-follows.ts'
import type { PinContext } from '../pin-context.ts'

/** A commit with the records it is checked against. */
export interface Candidate {
  readonly commit: Commit
  /** The same fields in the payment's own row. */
  readonly payment: Pick<Commit, 'chain' | 'asset' | 'address' | 'feeBps'>
  /** The signer's signature on a pool address. */
  readonly poolSig: Uint8Array | null
  readonly wallets: readonly PinnedWallet[]
}

/** The reason a commit must never be paid; undefined when the signer may pin it. */
export function findTermsRefusal(ctx: PinContext, rail: Rail, candidate: Candidate): PinRefusal | undefined {
  return checks.find(({ isTrue }) => !isTrue(ctx, rail, candidate))?.refusal
}

type Check = (ctx: PinContext, rail: Rail, candidate: Candidate) => boolean

/** The checks of a commit, in order; the first that fails is the refusal. */
const checks: readonly { readonly refusal: PinRefusal; readonly isTrue: Check }[] = [
  {
    refusal: 'commit_differs_from_payment',
    isTrue: (_ctx, rail, { commit, payment }) =>
      rail.assets.includes(commit.asset) &&
      payment.chain === commit.chain &&
      payment.asset === commit.asset &&
      payment.address === commit.address &&
      payment.feeBps === commit.feeBps,
  },
  {
    refusal: 'recipients_are_not_merchant_and_platform',
    isTrue: (_ctx, _rail, { commit }) => paysItsPayees(commit.subject, commit.recipients),
  },
  {
    refusal: 'platform_address_differs',
    isTrue: (ctx, { chain }, { commit }) => (ctx.platformAddresses[chain] ?? []).includes(addressOf(commit, 'platform')),
  },
  {
    refusal: 'wallet_was_not_pinned',
    isTrue: (ctx, { chain }, { commit, wallets }) =>
      isPinnedWallet(wallets, {
        asset: commit.asset,
        chain,
        address: addressOf(commit, 'merchant'),
        now: ctx.clock.now(),
        delayMs: ctx.walletDelayMs,
      }),
  },
  { refusal: 'address_does_not_follow', isTrue: addressFollows },
]

const addressOf = ({ recipients }: Commit, role: 'merchant' | 'platform'): string =>
  recipients.find((recipient) => recipient.role === role)?.address ?? ''
