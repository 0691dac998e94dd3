import { capFees, type GasPrice } from '@gateway/chains/evm/fees/cap-fees'
import { mostGas } from '@gateway/chains/evm/fees/most-gas'
import { raiseFees } from '@gateway/chains/evm/fees/raise-fees'
import { createEvmRail } from '@gateway/chains/evm/rail'
import { createSolanaRail } from '@gateway/chains/solana/rail'
import { judgeWorth } from '@gateway/domain/custody/policy'
import { purposes, type SpendPurpose } from '@gateway/domain/custody/purposes'
import { defaultForwarding } from '@gateway/domain/custody/rules'
import { roundCostUnits } from '@gateway/operations/custody/costs/round-cost'
import { planTokenLegs } from '@gateway/operations/custody/signing/solana/plan-token-legs'
import type { UsdPrices } from '@gateway/operations/rates/read-usd-prices'

const GWEI = 1_000_000_000n
const LAMPORTS_PER_SIGNATURE = 5_000n
const caps: GasPrice = { maxFeePerGas: 300n * GWEI, maxPriorityFeePerGas: 5n * GWEI }
const dollars = (digits: bigint) => ({ digits, scale: 0 })
const prices: UsdPrices = new Map([
  ['ETH', dollars(2_500n)],
  ['USDC_ETH', dollars(1n)],
  ['SOL', dollars(150n)],
  ['USDC_SOL', dollars(1n)],
])
/** Picodollars of a base unit. */
const worth = { ETH: 2_500n, USDC_ETH: 1_000_000_000_000n, SOL: 150_000_000_000n, USDC_SOL: 1_000_000_000_000n } as const
const evm = createEvmRail({
  chain: 'ETH',
  chainId: 31_337,
  factory: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tokens: { USDC_ETH: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
})
const solana = createSolanaRail({ network: 'local', usdc: '2KW2XRd9kwqet15Aha2oK3tYvd3nWbTFH1MBiRAv1BE1' })
const solanaFees = {
  family: 'signature',
  lamportsPerSignature: LAMPORTS_PER_SIGNATURE,
  leastBalance: 650_240n,
  tokenAccountRent: 1_488_440n,
  blockhash: '',
  lastValidBlockHeight: 0,
  blockHeight: 0,
} as const

/** An asset whose payouts the platform pays. */
export type PaidAsset = 'ETH' | 'USDC_ETH' | 'USDC_SOL'

/** An address of a payment or an escrow, and what strangers have sent there. */
export interface Place {
  readonly asset: PaidAsset
  readonly isEscrow: boolean
  outcome: 'escrow_release' | 'escrow_refund' | undefined
  isPaid: boolean
  units: bigint
  /** Part of them is in the account that only we can close. */
  isInOwnAccount: boolean
  payeeExists: boolean
  depositorExists: boolean
  isSigned: boolean
}

interface Sent {
  readonly place: Place
  readonly purpose: SpendPurpose
  fees: GasPrice
}

/** The amount of every escrow, in base units. */
const AMOUNT = { ETH: 900_000_000_000_000n, USDC_ETH: 2_000_000n, USDC_SOL: 500_000n } as const

/** Strangers, the platform that pays for what they trigger, and two chains; the platform decides by the product's own functions. */
export class Strangers {
  readonly places: Place[] = []
  baseFeeWei = GWEI
  /** Picodollars that the platform has spent, and that have arrived where they belong. */
  spent = 0n
  moved = 0n
  sent = 0
  private pending: Sent[] = []

  open(asset: PaidAsset, isEscrow: boolean): void {
    const fresh = { outcome: undefined, isPaid: false, units: 0n, isInOwnAccount: false, isSigned: false } as const
    this.places.push({ ...fresh, asset, isEscrow, payeeExists: false, depositorExists: false })
  }

  deposit(place: Place, units: bigint, isAside: boolean): void {
    place.units += units
    if (!isAside) place.isInOwnAccount = true
  }

  decide(place: Place, outcome: NonNullable<Place['outcome']>): void {
    if (place.isEscrow && place.units >= AMOUNT[place.asset]) place.outcome ??= outcome
  }

  /** Signs whatever may leave now, as the signer does twice a minute. */
  sign(): void {
    for (const place of this.places) {
      const purpose = purposeOf(place)
      if (!purpose || place.isSigned || place.units === 0n) continue
      if (place.asset === 'USDC_SOL') this.signToken(place, purpose)
      else this.signCall(place, purpose, place.asset)
    }
  }

  /** Raises the price of the oldest transaction, if it is still worth that. */
  replace(): void {
    const [stuck] = this.pending
    const fees = stuck && raiseFees(stuck.fees, this.estimate, caps)
    if (!stuck || !fees || !isWorthGas(stuck.place, stuck.purpose, { baseFeeWei: 0n, priorityFeeWei: fees.maxFeePerGas })) return
    stuck.fees = fees
  }

  /** Mines what pays the base fee, in order; it costs as much gas as strangers can make it cost. */
  mine(): void {
    for (let [next] = this.pending; next && next.fees.maxFeePerGas >= this.baseFeeWei; [next] = this.pending) {
      this.pending.shift()
      const { place, purpose, fees } = next
      const offered = this.baseFeeWei + fees.maxPriorityFeePerGas
      const price = offered < fees.maxFeePerGas ? offered : fees.maxFeePerGas
      const { owner, payees } = purposes[purpose]
      const gas = mostGas(evm.tokenOf(place.asset), { owner, payees: payees.length })
      this.settle(place, gas * price * worth.ETH)
    }
  }

  private signCall(place: Place, purpose: SpendPurpose, asset: PaidAsset): void {
    const fees = capFees(this.estimate, caps)
    if (!fees || !isWorthGas(place, purpose, this.estimate)) return
    this.pending.push({ place, purpose, fees })
    Object.assign(place, { isSigned: true, asset })
  }

  private signToken(place: Place, purpose: SpendPurpose): void {
    const excess = purpose === 'escrow_release' ? place.units - AMOUNT.USDC_SOL : 0n
    const returnedUnits = place.isInOwnAccount ? solanaFees.tokenAccountRent : 0n
    const planned = planTokenLegs({
      payee: { address: 'payee', units: place.units - excess, exists: place.payeeExists },
      platform: undefined,
      excess: excess > 0n ? { address: 'depositor', units: excess, exists: place.depositorExists } : undefined,
      returnedUnits,
      isWorth: (units, accounts) => {
        const priced = { rail: solana, fees: solanaFees, purpose, asset: 'USDC_SOL', deposits: 1, prices, accounts } as const
        return (
          judgeWorth({ units, costUnits: roundCostUnits(priced), failedUnits: 0n, costMultiple: defaultForwarding.costMultiple }) ===
          undefined
        )
      },
    })
    if ('reason' in planned) return
    // Whoever owns an account closes it before the transaction lands, wherever that makes the platform pay.
    const opened = BigInt(planned.legs.filter(({ mayOpen }) => mayOpen).length)
    const rent = opened * solanaFees.tokenAccountRent - returnedUnits
    this.settle(place, (2n * LAMPORTS_PER_SIGNATURE + (rent > 0n ? rent : 0n)) * worth.SOL)
  }

  private settle(place: Place, cost: bigint): void {
    this.spent += cost
    this.moved += place.units * worth[place.asset]
    this.sent += 1
    Object.assign(place, { units: 0n, isInOwnAccount: false, isSigned: false, isPaid: true })
  }

  private get estimate() {
    return { family: 'account', baseFeeWei: this.baseFeeWei, priorityFeeWei: GWEI } as const
  }
}

/** A payment is forwarded; an escrow waits for its outcome, and gives everything back that comes after it. */
function purposeOf({ isEscrow, isPaid, outcome }: Place): SpendPurpose | undefined {
  if (!isEscrow) return 'forward'
  return isPaid ? 'escrow_excess' : outcome
}

function isWorthGas({ asset, units }: Place, purpose: SpendPurpose, fees: { baseFeeWei: bigint; priorityFeeWei: bigint }): boolean {
  const costUnits = roundCostUnits({ rail: evm, fees: { family: 'account', ...fees }, purpose, asset, deposits: 1, prices })
  return judgeWorth({ units, costUnits, failedUnits: 0n, costMultiple: defaultForwarding.costMultiple }) === undefined
}
