import { chainFacts } from '@gateway/domain/money/chain-facts'
import { type BitcoinChain, bitcoinChains, type BitcoinNetworkName, getBitcoinNetwork } from '../definitions/bitcoin.ts'
import type { FeeEstimate, Rail, SpendBounds } from '../rail.ts'
import { parseBitcoinAddress } from './address.ts'
import { bitcoinPaymentUri } from './payment-uri.ts'
import { INPUT_VBYTES, LARGEST_SCRIPT_BYTES, networkFee, transactionWeight, virtualBytes } from './size.ts'

/** A chain of this family and its network in a deployment. */
export interface BitcoinRailSettings {
  readonly chain: BitcoinChain
  readonly network: BitcoinNetworkName
}

/** A chain of Bitcoin's family without a node: deposit addresses come from the pool, and forwarding is paid from the deposit. */
export function createBitcoinRail({ chain, network: name }: BitcoinRailSettings): Rail {
  const network = getBitcoinNetwork(chain, name)
  const { finalDepth, ringSize } = bitcoinChains[chain]
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
    parseAddress: (text) => parseBitcoinAddress(network, text),
    watchKey: (address) => address,
    paymentUri: bitcoinPaymentUri,
    qrText: bitcoinPaymentUri,
    forwardCost,
    judgeFee,
    spendBounds,
  }
}

// The largest dust limit of a script (P2PKH), at the default relay fee.
const LARGEST_DUST_UNITS = 546n

// Merchant and platform, each with the largest script: an upper bound for every forward.
const TWO_LARGEST = [LARGEST_SCRIPT_BYTES, LARGEST_SCRIPT_BYTES]

const forwardCost: Rail['forwardCost'] = (fees, { deposits }) => {
  const { milliSatsPerVbyte } = feeRateOf(fees)
  const vsize = virtualBytes(transactionWeight({ inputCount: deposits, scriptBytes: TWO_LARGEST }))
  return { units: networkFee(vsize, milliSatsPerVbyte), fromDeposit: true, leastUnits: LARGEST_DUST_UNITS }
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

// Nodes relay 1 469, but each signature reads all inputs, and the signer holds its row locks while signing: this many take about a second.
const MAX_INPUTS = 300

const spendBounds = (fees: FeeEstimate | undefined): SpendBounds => ({
  most: MAX_INPUTS,
  costUnits: fees && isFeeRate(fees) ? networkFee(INPUT_VBYTES, fees.milliSatsPerVbyte) : 0n,
})
