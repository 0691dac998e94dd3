import type { AssetCode } from '@gateway/domain/money/asset'
import { chainFacts } from '@gateway/domain/money/chain-facts'
import type { Address } from '@solana/kit'
import {
  LEAST_BLOCKS_LEFT,
  SOLANA_RING_SIZE,
  SOLANA_SLOT_MS,
  type SolanaNetwork,
  type SolanaNetworkName,
  solanaNetworks,
} from '../definitions/solana.ts'
import type { PaymentRequest, Rail } from '../rail.ts'
import type { FeeEstimate, ForwardCost, PayoutShape } from '../rail/fee-estimate.ts'
import { parseSolanaAddress } from './address.ts'
import { associatedAccountOf } from './associated-account.ts'
import { solanaPaymentUri } from './payment-uri.ts'
import { countSignatures } from './wire.ts'

/** The network of a deployment, and its USDC where the network has no default. */
export interface SolanaRailSettings {
  readonly network: SolanaNetworkName
  readonly usdc?: string | undefined
}

/** A rail whose deposits are accounts with keys from the pool, and whose tokens are in accounts of their own. */
export interface SolanaRail extends Rail {
  readonly chain: 'SOL'
  readonly definition: SolanaNetwork
  readonly usdc: Address
  /** Asset of a mint, and of SOL by `null`. Null for unsupported mints. */
  assetOfMint(mint: string | null): AssetCode | null
}

/**
 * The rail of Solana.
 * @throws {Error} when the network has no default USDC mint and none is named, or that is no address.
 */
export function createSolanaRail({ network, usdc: named }: SolanaRailSettings): SolanaRail {
  const definition = solanaNetworks[network]
  const usdc = readMint(named ?? definition.usdc)
  const reserved = new Map([[usdc as string, 'the USDC mint']])
  const paymentUri = (request: PaymentRequest): string => solanaPaymentUri(request, request.asset === 'USDC_SOL' ? usdc : null)
  return {
    ...chainFacts.SOL,
    chain: 'SOL',
    definition,
    usdc,
    addressing: 'pool',
    network,
    assets: ['SOL', 'USDC_SOL'],
    finalDepth: undefined,
    ringSize: SOLANA_RING_SIZE,
    pollMs: definition.pollMs,
    explorerTx: definition.explorerTx,
    assetOfMint: (mint) => (mint === null ? 'SOL' : mint === usdc ? 'USDC_SOL' : null),
    parseAddress: (text) => parseSolanaAddress(text, reserved),
    watchKey: (address) => address,
    placesOf: (own) => [{ chain: 'SOL', address: own, key: own }],
    paymentUri,
    qrText: paymentUri,
    forwardCost,
    payoutCost,
    tokenAccountOf: (owner) => associatedAccountOf(owner, usdc),
    judgeFee,
    spendBounds: (asset) => (asset === 'SOL' ? undefined : { most: MOST_DEPOSITS, costUnits: 0n }),
    maxGas,
    leavesTime,
  }
}

/** True for a rail of this folder's family. */
export const isSolanaRail = (rail: Rail): rail is SolanaRail => 'assetOfMint' in rail

function readMint(text: string | undefined): Address {
  if (text === undefined) throw new Error('The USDC mint is required on this network')
  const parsed = parseSolanaAddress(text, new Map())
  if ('problem' in parsed) throw new Error(`The address of the USDC mint ${parsed.problem}: ${text}`)
  return parsed.address
}

// SOL pays for itself with one signature; tokens are sent by their owner and paid for by the platform, whose account that is.
const SIGNATURES = { SOL: 1n, USDC_SOL: 2n } as const

// Most merchants have a token account, so only the fee is expected.
const forwardCost = (fees: FeeEstimate, { asset }: { asset: AssetCode }): ForwardCost => {
  const { lamportsPerSignature, leastBalance } = signatureFeeOf(fees)
  const isToken = asset === 'USDC_SOL'
  const units = lamportsPerSignature * SIGNATURES[isToken ? asset : 'SOL']
  return { units, fromDeposit: !isToken, leastUnits: isToken ? 0n : leastBalance }
}

// Rent that comes back pays for rent, not for fees: what an account of the deposit gives back was never the platform's.
const payoutCost = (fees: FeeEstimate, { asset, accounts = { opened: 0, returnedUnits: 0n } }: PayoutShape): bigint => {
  const rent = BigInt(accounts.opened) * signatureFeeOf(fees).tokenAccountRent - accounts.returnedUnits
  return forwardCost(fees, { asset }).units + (rent > 0n ? rent : 0n)
}

// SOL leaves by its sum. So many token accounts, each with a transfer for either leg, fit into the 1 232 bytes of a transaction.
const MOST_DEPOSITS = 10

// A release pays its beneficiary, the platform and its depositor.
const MOST_PAYEES = 3n

// Only a transaction with a second signature is the platform's: the first is then its gas payer's, and the other that of the deposit.
const maxGas = (raw: Uint8Array, fees: FeeEstimate | undefined): bigint => {
  const signatures = BigInt(countSignatures(raw))
  const rent = fees ? MOST_PAYEES * signatureFeeOf(fees).tokenAccountRent : 0n
  return signatures < 2n ? 0n : signatures * MOST_LAMPORTS_PER_SIGNATURE + rent
}

// Nobody knows how many blocks came since, so as many count as can have.
const leavesTime = (fees: FeeEstimate, ageMs: number): boolean => {
  const { lastValidBlockHeight, blockHeight } = signatureFeeOf(fees)
  return lastValidBlockHeight - blockHeight - Math.ceil(ageMs / SOLANA_SLOT_MS) >= LEAST_BLOCKS_LEFT
}

// The protocol's fee has always been 5 000; ten times that is no fee of this protocol.
const MOST_LAMPORTS_PER_SIGNATURE = 50_000n

const judgeFee: Rail['judgeFee'] = (fees) => ({
  isAboveCap: signatureFeeOf(fees).lamportsPerSignature > MOST_LAMPORTS_PER_SIGNATURE,
  reason: 'network_fee_above_cap',
})

/** An estimate of this folder's family. */
export type SignatureFee = FeeEstimate & { readonly family: 'signature' }

/** True for an estimate of this folder's family. */
export const isSignatureFee = (fees: FeeEstimate): fees is SignatureFee => fees.family === 'signature'

function signatureFeeOf(fees: FeeEstimate): SignatureFee {
  if (!isSignatureFee(fees)) throw new TypeError('Solana fees are lamports per signature')
  return fees
}
