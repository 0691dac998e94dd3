import type { Business } from '@gateway/domain/businesses/business'
import type { Escrow } from '@gateway/domain/escrows/escrow'
import type { EscrowEventName, EscrowState } from '@gateway/domain/escrows/machine'

const DAY_MS = 24 * 60 * 60 * 1_000
/** Examples of BIP-173. */
const [DEPOSITOR, BENEFICIARY, ADDRESS] = [
  'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
] as const

/** The state of an escrow at each of its events. */
const stands: Readonly<Record<EscrowEventName, EscrowState>> = {
  'escrow.created': 'created',
  'escrow.funded': 'funded',
  'escrow.released': 'released',
  'escrow.settled': 'settled',
  'escrow.refunded': 'refunded',
  'escrow.disputed': 'disputed',
  'escrow.expired': 'expired',
}

/** What an escrow has whose money no contract holds. */
const heldByKey = { contract: null, decision: null } as const

/** An escrow of a webhook test, as it stands at an event. */
export function sampleEscrow(type: EscrowEventName, { id, business, at }: { id: string; business: Business; at: Date }): Escrow {
  const state = stands[type]
  const isFunded = state !== 'created' && state !== 'expired'
  const when = (...states: readonly EscrowState[]): Date | null => (states.includes(state) ? at : null)
  return {
    id,
    businessId: business.id,
    merchantId: business.merchantId,
    mode: business.mode,
    asset: 'BTC',
    chain: 'BTC',
    ...heldByKey,
    address: ADDRESS,
    state,
    amountUnits: 5_000_000n,
    usdCents: 300_000n,
    feeBps: 100,
    depositorAddress: DEPOSITOR,
    beneficiaryAddress: BENEFICIARY,
    arbiterAddress: null,
    metadata: {},
    quoteId: id,
    payoutTermsId: id,
    confirmationsRequired: 2,
    finalityRequired: false,
    depositedUnits: isFunded ? 5_000_000n : 0n,
    depositTxId: isFunded ? '11'.repeat(32) : null,
    settlementTxId: state === 'settled' ? '22'.repeat(32) : null,
    disputeReason: state === 'disputed' ? 'A sample' : null,
    disputeResolution: null,
    createdAt: at,
    updatedAt: at,
    expiresAt: new Date(at.getTime() + DAY_MS),
    fundedAt: isFunded ? at : null,
    disputedAt: when('disputed'),
    releasedAt: when('released', 'settled'),
    refundedAt: when('refunded'),
    settledAt: when('settled'),
  }
}
