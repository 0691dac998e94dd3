import type { Escrow } from '@gateway/domain/escrows/escrow'
import { escrowMachine, type EscrowState } from '@gateway/domain/escrows/machine'
import { escrowView } from '../escrows.ts'
import type { ContractRoom } from '../wire/objects/room.ts'
import { asked, subject } from '../wire/objects/subject.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** What an escrow has whose money no contract holds, and in which nobody decides but its parties. */
const plain = { contract: null, decision: null, arbiterAddress: null, disputeResolution: null } as const

/** An escrow as its events carry it. */
export const escrowSubject = subject({
  name: 'escrow',
  view: escrowView,
  machine: escrowMachine,
  events: {
    'escrow.created': { ...asked, nth: 1, description: 'An escrow was created.' },
    'escrow.funded': { ...asked, nth: 2, description: 'The whole amount of the escrow is final.' },
    'escrow.released': {
      ...asked,
      nth: 3,
      description:
        'The escrow was released to its beneficiary; its payout follows. After `escrow.refunded` it says that the contract of the escrow has decided otherwise.',
    },
    'escrow.settled': { ...asked, nth: 4, description: 'The payout to the beneficiary is final.' },
    'escrow.refunded': {
      ...asked,
      nth: 3,
      description:
        'The escrow is refunded to its depositor; its payout follows. After `escrow.released` it says that the contract of the escrow has decided otherwise.',
    },
    'escrow.disputed': { ...asked, nth: 3, description: 'A party has disputed the escrow.' },
    'escrow.expired': { ...asked, nth: 2, description: 'The escrow was not funded in time.' },
  },
  sample: (state, { id, business, at }) => {
    const isFunded = state !== 'created' && state !== 'expired'
    const when = (...states: readonly EscrowState[]): Date | null => (states.includes(state) ? at : null)
    const escrow: Escrow = {
      id,
      businessId: business.id,
      merchantId: business.merchantId,
      mode: business.mode,
      asset: 'BTC',
      chain: 'BTC',
      ...plain,
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      state,
      amountUnits: 5_000_000n,
      usdCents: 300_000n,
      feeBps: 100,
      depositorAddress: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
      beneficiaryAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      metadata: {},
      quoteId: id,
      payoutTermsId: id,
      confirmationsRequired: 2,
      finalityRequired: false,
      depositedUnits: isFunded ? 5_000_000n : 0n,
      depositTxId: isFunded ? '11'.repeat(32) : null,
      settlementTxId: state === 'settled' ? '22'.repeat(32) : null,
      disputeReason: state === 'disputed' ? 'A sample' : null,
      createdAt: at,
      updatedAt: at,
      expiresAt: new Date(at.getTime() + DAY_MS),
      fundedAt: isFunded ? at : null,
      disputedAt: when('disputed'),
      releasedAt: when('released', 'settled'),
      refundedAt: when('refunded'),
      settledAt: when('settled'),
    }
    return { escrow, isInside: true }
  },
})

/** What the lists of the interface know of escrows. */
export const escrowsRoom = {
  subjects: { escrow: escrowSubject },
  errors: {
    INVALID_ESCROW_TOKEN: {
      status: 403,
      meaning: 'The token is none of this escrow, or is not the one that this takes.',
      advice: 'Send the token of the escrow that the creation answered: the depositor’s for a release or a refund.',
    },
  },
} as const satisfies ContractRoom
