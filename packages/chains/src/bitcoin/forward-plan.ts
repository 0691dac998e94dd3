import type { BitcoinNetwork } from '../definitions/bitcoin.ts'
import { addressScript } from './address.ts'
import type { ForwardOutput } from './forward.ts'
import { MAX_STANDARD_WEIGHT, dustUnits, networkFee, transactionWeight, virtualBytes } from './size.ts'

/** The input of a forward plan. */
export interface ForwardRequest {
  readonly network: BitcoinNetwork
  /** Sum of the deposits, in satoshis. */
  readonly receivedUnits: bigint
  /** Number of deposits. */
  readonly inputCount: number
  readonly merchantAddress: string
  readonly platformAddress: string
  /** The platform's share, in satoshis; 0 without one. */
  readonly platformUnits: bigint
  readonly milliSatsPerVbyte: bigint
}

/** The legs of a forward, or why none is possible now. All outputs and the network fee add up to the received amount. */
export type ForwardPlan =
  | {
      readonly outcome: 'planned'
      readonly outputs: readonly ForwardOutput[]
      /** Amount of the merchant's output; with `platformDust` it includes the platform's share. */
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
 * @throws {RangeError} when an address is none of this network, or without deposits.
 */
export function planForward(request: ForwardRequest): ForwardPlan {
  const { network, receivedUnits, inputCount, merchantAddress, platformAddress } = request
  if (!Number.isSafeInteger(inputCount) || inputCount < 1) throw new RangeError('A forward spends at least one deposit')
  const merchantScript = addressScript(network, merchantAddress)
  const platformScript = addressScript(network, platformAddress)
  const platformDust = request.platformUnits > 0n && request.platformUnits < dustUnits(platformScript)
  const platformUnits = platformDust ? 0n : request.platformUnits
  const scripts = platformUnits > 0n ? [merchantScript, platformScript] : [merchantScript]
  const weight = transactionWeight({ inputCount, scriptBytes: scripts.map(({ length }) => length) })
  if (weight > MAX_STANDARD_WEIGHT) return unforwardable(`${inputCount} deposits do not fit into one transaction`)
  const vsize = virtualBytes(weight)
  const networkFeeUnits = networkFee(vsize, request.milliSatsPerVbyte)
  const merchantUnits = receivedUnits - platformUnits - networkFeeUnits
  const dust = dustUnits(merchantScript)
  if (merchantUnits < dust) return unforwardable(`The merchant's leg of ${merchantUnits} satoshis is below the dust limit of ${dust}`)
  const legs = [
    { address: merchantAddress, units: merchantUnits },
    { address: platformAddress, units: platformUnits },
  ]
  return { outcome: 'planned', outputs: legs.slice(0, scripts.length), merchantUnits, platformUnits, platformDust, networkFeeUnits, vsize }
}

const unforwardable = (reason: string): ForwardPlan => ({ outcome: 'unforwardable', reason })
