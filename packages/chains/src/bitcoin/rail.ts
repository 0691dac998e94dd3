import type { AssetCode } from '@gateway/domain/money/asset'
import { chainFacts } from '@gateway/domain/money/chain-facts'
import { type BitcoinChain, bitcoinChains, type BitcoinNetworkName, getBitcoinNetwork } from '../definitions/bitcoin.ts'
import type { Rail, SpendBounds } from '../rail.ts'
import type { FeeEstimate } from '../rail/fee-estimate.ts'
import { parseAddress } from './address.ts'
import { placesOf } from './places-of.ts'
import { formatOf } from './formats/format-of.ts'
import type { ChainFormat } from './formats/format.ts'
import { paymentUri } from './payment-uri.ts'
import { buildScript, scriptBytes } from './script.ts'
import { dustUnits, networkFee, transactionWeight, virtualBytes } from './size.ts'

/** A chain of this family and its network in a deployment. */
export interface BitcoinRailSettings {
  readonly chain: BitcoinChain
  readonly network: BitcoinNetworkName
}

/** A chain of Bitcoin's family without a node: deposit addresses come from the pool, and forwarding is paid from the deposit. */
export function createBitcoinRail({ chain, network: name }: BitcoinRailSettings): Rail {
  const network = getBitcoinNetwork(chain, name)
  const { finalDepth, ringSize } = bitcoinChains[chain]
  const format = formatOf(network)
  return {
    ...chainFacts[chain],
    chain,
    addressing: 'pool',
    network: name,
    assets: [chain],
    finalDepth,
    ringSize,
    pollMs: network.pollMs,
    explorerTx: network.explorerTx,
    parseAddress: (text) => parseAddress(network, text),
    watchKey: (address) => address,
    placesOf: (address) => placesOf(network, address),
    paymentUri: (request) => paymentUri(format, request),
    qrText: (request) => paymentUri(format, request),
    forwardCost: forwardCost(format),
    payoutCost: payoutCost(format),
    judgeFee,
    spendBounds: spendBounds(format),
  }
}

/** An upper bound for every forward: merchant and platform each have the largest script, and the largest dust limit of any script. */
function forwardCost(format: ChainFormat): Rail['forwardCost'] {
  const largest = Math.max(...format.scriptForms.map(scriptBytes))
  const dust = format.scriptForms.map((form) => Number(dustUnits(buildScript({ form, payload: new Uint8Array(form.payloadBytes) }))))
  const leastUnits = BigInt(Math.max(...dust))
  return (fees, { deposits }) => {
    const { milliSatsPerVbyte } = feeRateOf(fees)
    const vsize = virtualBytes(transactionWeight(format, { inputCount: deposits, scriptBytes: [largest, largest] }))
    return { units: networkFee(vsize, milliSatsPerVbyte), fromDeposit: true, leastUnits }
  }
}

/** The same for as many payees as there are. */
function payoutCost(format: ChainFormat): Rail['payoutCost'] {
  const largest = Math.max(...format.scriptForms.map(scriptBytes))
  return (fees, { deposits, payees }) => {
    const scripts = Array.from({ length: payees }, () => largest)
    return networkFee(
      virtualBytes(transactionWeight(format, { inputCount: deposits, scriptBytes: scripts })),
      feeRateOf(fees).milliSatsPerVbyte,
    )
  }
}

const judgeFee: Rail['judgeFee'] = (fees, { milliSatsPerVbyte = 0n }) => ({
  isAboveCap: feeRateOf(fees).milliSatsPerVbyte > milliSatsPerVbyte,
  reason: 'fee_rate_above_cap',
})

/** An estimate of this folder's family. */
export type FeeRate = FeeEstimate & { readonly family: 'utxo' }

/** True for a fee rate. */
export const isFeeRate = (fees: FeeEstimate): fees is FeeRate => fees.family === 'utxo'

function feeRateOf(fees: FeeEstimate): FeeRate {
  if (!isFeeRate(fees)) throw new TypeError('Bitcoin fees are satoshis per virtual byte')
  return fees
}

// Nodes relay 1 469, but the signer holds its row locks while signing, and a busy machine needs several seconds for this many: after eight in silence
// Postgres ends its transaction.
const MAX_INPUTS = 150

const spendBounds =
  ({ inputWeight }: ChainFormat) =>
  (_asset: AssetCode, fees: FeeEstimate | undefined): SpendBounds => ({
    most: MAX_INPUTS,
    costUnits: fees && isFeeRate(fees) ? networkFee(virtualBytes(inputWeight), fees.milliSatsPerVbyte) : 0n,
  })
