import { sumUnits } from '@gateway/domain/money/units'
import type { BitcoinNetwork } from '../definitions/bitcoin.ts'
import { addressScript } from './address.ts'
import { formatOf } from './formats/format-of.ts'
import type { ForwardOutput } from './forward.ts'
import { MAX_STANDARD_WEIGHT, dustUnits, networkFee, transactionWeight, virtualBytes } from './size.ts'

/** The input of a forward plan. */
export interface ForwardRequest {
  readonly network: BitcoinNetwork
  /** Sum of the deposits, in satoshis. */
  readonly receivedUnits: bigint
  /** Number of deposits. */
  readonly inputCount: number
  /** The merchant's, or the payer's of a refund. */
  readonly payeeAddress: string
  /** Undefined where nobody gets a fee. */
  readonly platformAddress: string | undefined
  /** The platform's share, in satoshis; 0 without one. */
  readonly platformUnits: bigint
  /** The change of an overpaid payment, returned to its payer; below the dust limit it is the payee's. */
  readonly excess?: ForwardOutput | undefined
  readonly milliSatsPerVbyte: bigint
}

/** The legs of a forward, or why none is possible now. All outputs and the network fee add up to the received amount. */
export type ForwardPlan =
  | {
      readonly outcome: 'planned'
      readonly outputs: readonly ForwardOutput[]
      /** Amount of the payee's output; with `platformDust` it includes the platform's share. */
      readonly merchantUnits: bigint
      /** Amount of the platform's output; 0 without one. */
      readonly platformUnits: bigint
      /** The platform's share is below the dust limit and is paid with the merchant's. */
      readonly platformDust: boolean
      readonly networkFeeUnits: bigint
      /** Upper bound of the signed transaction's virtual bytes. */
      readonly vsize: number
    }
  | { readonly outcome: 'unforwardable'; readonly reason: string }

/**
 * Splits deposits into the merchant's and the platform's leg and the network fee, which the merchant bears.
 *
 * @throws {RangeError} when a paid address is none of this network, for a fee without an address, or without deposits.
 */
export function planForward(request: ForwardRequest): ForwardPlan {
  const { network, receivedUnits, inputCount, payeeAddress } = request
  if (!Number.isSafeInteger(inputCount) || inputCount < 1) throw new RangeError('A forward spends at least one deposit')
  const { platform, platformDust } = platformOutput(request)
  const excess = excessOutput(request)
  const scripts = [payeeAddress, ...[...platform, ...excess].map(({ address }) => address)].map((address) =>
    addressScript(network, address),
  )
  const weight = transactionWeight(formatOf(network), { inputCount, scriptBytes: scripts.map(({ length }) => length) })
  if (weight > MAX_STANDARD_WEIGHT) return unforwardable(`${inputCount} deposits do not fit into one transaction`)
  const vsize = virtualBytes(weight)
  const networkFeeUnits = networkFee(vsize, request.milliSatsPerVbyte)
  const platformUnits = sumUnits(platform)
  const merchantUnits = receivedUnits - platformUnits - sumUnits(excess) - networkFeeUnits
  const dust = dustUnits(addressScript(network, payeeAddress))
  if (merchantUnits < dust) return unforwardable(`The merchant's leg of ${merchantUnits} satoshis is below the dust limit of ${dust}`)
  const outputs = [{ address: payeeAddress, units: merchantUnits }, ...platform, ...excess]
  return { outcome: 'planned', outputs, merchantUnits, platformUnits, platformDust, networkFeeUnits, vsize }
}

/** The platform's output; none without a share, and none for a share below the dust limit. */
function platformOutput({ network, platformAddress, platformUnits: units }: ForwardRequest): {
  platform: ForwardOutput[]
  platformDust: boolean
} {
  if (units === 0n) return { platform: [], platformDust: false }
  if (platformAddress === undefined) throw new RangeError('A fee needs an address to pay it to')
  const platformDust = units < dustUnits(addressScript(network, platformAddress))
  return { platform: platformDust ? [] : [{ address: platformAddress, units }], platformDust }
}

/** The output of an excess; none for one below the dust limit. */
function excessOutput({ network, excess }: ForwardRequest): ForwardOutput[] {
  return excess && excess.units >= dustUnits(addressScript(network, excess.address)) ? [excess] : []
}

const unforwardable = (reason: string): ForwardPlan => ({ outcome: 'unforwardable', reason })
