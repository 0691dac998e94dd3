import { capFees, type GasPrice } from '@gateway/chains/evm/fees/cap-fees'
import { expectedFlushGas } from '@gateway/chains/evm/fees/expected-flush-gas'
import { createEvmRail, type EvmRail } from '@gateway/chains/evm/rail'
import { raiseFees } from '@gateway/chains/evm/fees/raise-fees'
import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import type { PayoutFacts } from '@gateway/domain/custody/policy-facts'
import { judgePayout } from '@gateway/domain/custody/policy'
import { defaultForwarding } from '@gateway/domain/custody/rules'
import type { AssetCode } from '@gateway/domain/money/asset'
import { isWorthItsCost, roundCostUnits } from '@gateway/operations/custody/costs/round-cost'
import type { UsdPrices } from '@gateway/operations/rates/read-usd-prices'

const GWEI = 1_000_000_000n
const DAY_MS = 24 * 60 * 60_000
/** The operator's fee cap. */
const caps: GasPrice = { maxFeePerGas: 300n * GWEI, maxPriorityFeePerGas: 5n * GWEI }
/** Wei per base unit of USDC, at 2 500 dollars for an ether. */
const WEI_OF_USDC_UNIT = 400_000_000n
const prices: UsdPrices = new Map([
  ['ETH', { digits: 2_500n, scale: 0 }],
  ['USDC_ETH', { digits: 1n, scale: 0 }],
])
const rail: EvmRail = createEvmRail({
  chain: 'ETH',
  chainId: 31_337,
  factory: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tokens: { USDC_ETH: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
})
type AccountFees = FeeEstimate & { family: 'account' }

/** The address of a payment whose own round is final. */
export interface Address {
  readonly asset: AssetCode
  /** Units in no round, and units in the open round. */
  free: bigint
  planned: bigint
  isSigned: boolean
  readonly flushedAt: number[]
}

interface Flush {
  readonly asset: AssetCode
  readonly items: readonly Address[]
  readonly fees: GasPrice
  /** Sent at any fee within the cap, because its nonce blocks others; its moved amount does not count. */
  readonly freesNonce: boolean
}

/** The maximum cost of freeing a nonce: a flush of one item of the costlier asset at the cap. */
export const MAX_FREEING_WEI = caps.maxFeePerGas * expectedFlushGas(rail.gas, rail.tokenOf('USDC_ETH'), 1)

/** Addresses of forwarded payments, the gas payer and the chain, driven by the product's own decisions. */
export class GasPayerWorld {
  readonly addresses: Address[] = []
  spentWei = 0n
  /** The part of it that only freed nonces, and their number: each time the gas of one item. */
  freeingWei = 0n
  freed = 0
  /** Other transactions that were mined. */
  flushed = 0
  movedWei = 0n
  now = 0
  fees: AccountFees = { family: 'account', baseFeeWei: GWEI, priorityFeeWei: GWEI }
  private readonly pending: Flush[] = []

  /** Signed, unmined transactions. */
  get waiting(): number {
    return this.pending.length
  }

  open(asset: AssetCode): void {
    this.addresses.push({ asset, free: 0n, planned: 0n, isSigned: false, flushedAt: [] })
  }

  deposit(address: Address, units: bigint): void {
    address.free += units
  }

  /** Plans rounds that may be worth their gas, as every deposit and sweep does. */
  plan(): void {
    for (const address of this.addresses) {
      if (address.planned > 0n || address.free === 0n) continue
      const round = {
        purpose: 'forward' as const,
        rail,
        fees: this.fees,
        asset: address.asset,
        deposits: [{ units: address.free }],
        prices,
      }
      if (!isWorthItsCost({ forwardCostMultiple: defaultForwarding.costMultiple }, round)) continue
      Object.assign(address, { planned: address.free, free: 0n })
    }
  }

  /** Signs one transaction for an address and all other waiting, allowed addresses of its asset. */
  sign(lead: Address): void {
    const fees = capFees(this.fees, caps)
    const waiting = this.addresses.filter(({ asset, planned, isSigned }) => asset === lead.asset && planned > 0n && !isSigned)
    if (!fees || !waiting.includes(lead) || !this.isAllowed(lead, this.fees)) return
    const items = waiting.filter((address) => address === lead || this.isAllowed(address, this.fees))
    for (const address of items) {
      address.isSigned = true
      address.flushedAt.push(this.now)
    }
    this.pending.push({ asset: lead.asset, items, fees, freesNonce: false })
  }

  /**
   * Fee-bumps the transaction with the lowest nonce; rounds that are not worth the higher price are dropped from it. If none is worth it, all wait for
   * cheaper gas, unless a later nonce is blocked.
   */
  replace(): void {
    const [stuck] = this.pending
    const fees = stuck && raiseFees(stuck.fees, this.fees, caps)
    if (!stuck || !fees) return
    const atMost: AccountFees = { family: 'account', baseFeeWei: 0n, priorityFeeWei: fees.maxFeePerGas }
    const worth = stuck.items.filter((address) => this.isAllowed(address, atMost, true))
    if (worth.length === 0 && this.pending.length === 1) return
    const dearest = stuck.items.toSorted((a, b) => (a.planned < b.planned ? 1 : -1)).slice(0, 1)
    const items = worth.length > 0 ? worth : dearest
    for (const address of stuck.items) address.isSigned = items.includes(address)
    this.pending[0] = { ...stuck, items, fees, freesNonce: worth.length === 0 }
  }

  /** Mines transactions that pay the base fee, in order of nonce. */
  mine(): void {
    for (let [next] = this.pending; next && next.fees.maxFeePerGas >= this.fees.baseFeeWei; [next] = this.pending) {
      this.pending.shift()
      this.settle(next)
    }
  }

  private settle({ asset, items, fees, freesNonce }: Flush): void {
    const offered = this.fees.baseFeeWei + fees.maxPriorityFeePerGas
    const price = offered < fees.maxFeePerGas ? offered : fees.maxFeePerGas
    const gasWei = price * expectedFlushGas(rail.gas, rail.tokenOf(asset), items.length)
    this.spentWei += gasWei
    if (freesNonce) {
      this.freeingWei += gasWei
      this.freed += 1
    } else this.flushed += 1
    for (const address of items) {
      const units = address.planned + address.free
      if (!freesNonce) this.movedWei += asset === 'ETH' ? units : units * WEI_OF_USDC_UNIT
      Object.assign(address, { planned: 0n, free: 0n, isSigned: false })
    }
  }

  private isAllowed(address: Address, fees: AccountFees, isCounted = false): boolean {
    const today = address.flushedAt.filter((at) => at > this.now - DAY_MS).length
    const round: PayoutFacts['round'] = {
      units: address.planned + address.free,
      costUnits: roundCostUnits({ purpose: 'forward', rail, fees, asset: address.asset, deposits: 1, prices }),
      failedUnits: 0n,
      costMultiple: defaultForwarding.costMultiple,
      isFurther: true,
      flushes: isCounted ? undefined : { today, most: defaultForwarding.flushesPerDay },
    }
    return judgePayout({ ...nothingElseObjects, round }).outcome === 'allow'
  }
}

const commit: NonNullable<PayoutFacts['pin']>['commit'] = {
  id: 'commit',
  subject: 'payment',
  subjectId: 'payment',
  chain: 'ETH',
  asset: 'ETH',
  address: 'address',
  source: { kind: 'pool', generation: 0, idx: 0 },
  recipients: [],
  feeBps: 0,
}
/** A payout that the policy can hold only for the worth of its round. */
const nothingElseObjects: PayoutFacts = {
  intent: {
    purpose: 'forward',
    ref: 'payment',
    chain: 'ETH',
    asset: 'ETH',
    units: 1n,
    excessUnits: 0n,
    feeUnits: 0n,
    businessId: 'shop',
    mode: 'live',
    state: 'planned',
  },
  pin: { state: 'valid', commit, businessId: 'shop', mode: 'live' },
  source: { attachedUnits: 1n, confirmedUnits: 1n, foreign: 0 },
  pausedBy: undefined,
  blockSpace: { isAboveCap: false, reason: 'gas_above_cap' },
  round: undefined,
  network: { served: '1', sealed: '1' },
  velocity: { usdCents: 0n, hourCents: 0n, dayCents: 0n, bestHourCents: 0n, floors: { hourCents: 1n, dayCents: 1n } },
  approvals: 0,
}
