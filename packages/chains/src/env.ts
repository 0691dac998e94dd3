import { defaultFeeCaps } from '@gateway/domain/custody/rules'
import { findUnits, formatUnits } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { bitcoinNetworkNames } from './definitions/bitcoin.ts'

/** Chains for which this version has a rail. */
export const servedChains = ['BTC', 'ETH'] as const

/** A chain for which this version has a rail. */
export type ServedChain = (typeof servedChains)[number]

const GWEI_DECIMALS = 9
const LONGEST_POLL_MS = 600_000

const ChainList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(servedChains)).min(1))
  .refine((chains) => new Set(chains).size === chains.length, 'names a chain twice')

const WeiFromGwei = z.string().transform((text, context) => {
  const wei = findUnits(text, GWEI_DECIMALS)
  if (wei !== undefined) return wei
  context.addIssue({ code: 'custom', message: 'must be a decimal number with at most 9 digits after the point' })
  return z.NEVER
})

const SATOSHI_DECIMALS = 8
// More than a tenth of a coin is no cap.
const MAX_FLOOR_SATS = 10_000_000n

const FeeFloor = z.string().transform((text, context) => {
  const satoshis = findUnits(text, SATOSHI_DECIMALS)
  if (satoshis !== undefined && satoshis <= MAX_FLOOR_SATS) return satoshis
  context.addIssue({ code: 'custom', message: 'must be a decimal number of bitcoins with at most 8 digits after the point, at most 0.1' })
  return z.NEVER
})

const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })
const PollMs = z.coerce.number().int().min(50).max(LONGEST_POLL_MS)

const tipCap = {
  ETH_TIP_CAP_GWEI: WeiFromGwei.prefault('5').meta({
    description: 'The highest tip per gas ever offered to a block producer, in gwei, for any suggestion of the node.',
    example: '5',
  }),
}

/**
 * The chains and networks of a deployment. The API and the signer need the same values as the chain role.
 * Networks and contracts have no defaults: `createRails` requires those of every chain in `CHAINS`, so that no network is served by
 * accident.
 */
export const RailsEnv = z.object({
  CHAINS: ChainList.prefault('BTC,ETH').meta({ description: 'The chains to serve, separated by commas.', example: 'BTC,ETH' }),
  BTC_NETWORK: z
    .enum(bitcoinNetworkNames)
    .optional()
    .meta({ description: 'The Bitcoin network; addresses of every other one are rejected. Required with BTC.', example: 'mainnet' }),
  ETH_CHAIN_ID: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'Chain id of the Ethereum network: 1, 11155111 (Sepolia) or 31337 (devnet). Required with ETH.', example: '1' }),
  ETH_DEPOSIT_FACTORY: z.string().optional().meta({
    description: 'Address of the deployed deposit factory. Changing it changes the addresses of all new payments. Required with ETH.',
    example: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  }),
  ETH_USDC_ADDRESS: z.string().optional().meta({
    description: 'Address of the USDC contract. Optional on mainnet; elsewhere required with ETH.',
    example: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  }),
})
export type RailsEnv = z.output<typeof RailsEnv>

/** The nodes' addresses and polling; for the chain role only, because the URLs contain credentials. */
export const NodesEnv = z.object({
  BTC_RPC_URL: HttpUrl.optional().meta({
    description: 'JSON-RPC URL of the Bitcoin node, with user and password. Required with BTC.',
    example: 'http://user:password@127.0.0.1:8332',
  }),
  BTC_POLL_MS: PollMs.optional().meta({
    description: 'Polling interval of the Bitcoin node in milliseconds. Default: by network.',
    example: '5000',
  }),
  ETH_RPC_URL: HttpUrl.optional().meta({
    description: 'JSON-RPC URL of the Ethereum node. Required with ETH.',
    example: 'http://127.0.0.1:8545',
  }),
  ETH_POLL_MS: PollMs.optional().meta({
    description: 'Polling interval of the Ethereum node in milliseconds. Default: by network.',
    example: '3000',
  }),
  ETH_TIP_FLOOR_GWEI: WeiFromGwei.prefault('0.01').meta({
    description: 'The lowest tip per gas that is assumed, in gwei, even if the node suggests less.',
    example: '0.01',
  }),
  ...tipCap,
})
export type NodesEnv = z.output<typeof NodesEnv>

/** The signer's maximum price of block space; above it forwarding waits. */
export const FeeCapsEnv = z.object({
  BTC_FEE_CAP_SAT_PER_VBYTE: z.coerce.number().int().positive().prefault('500').meta({
    description: 'The highest fee rate the signer signs, in satoshis per virtual byte.',
    example: '500',
  }),
  BTC_FEE_CAP_BPS: z.coerce.number().int().min(1).max(5_000).prefault(String(defaultFeeCaps.BTC.shareBps)).meta({
    description: 'The share of a deposit, in hundredths of a percent, that the network may take out of it, 1 to 5000.',
    example: '200',
  }),
  BTC_FEE_CAP_FLOOR: FeeFloor.prefault(formatUnits(defaultFeeCaps.BTC.floorUnits, SATOSHI_DECIMALS)).meta({
    description: 'The network fee that is always allowed, in bitcoins, when the share of the deposit is less.',
    example: '0.00003',
  }),
  ETH_FEE_CAP_GWEI: WeiFromGwei.prefault('300').meta({
    description: 'The highest price per gas the signer signs, base fee and tip together, in gwei.',
    example: '300',
  }),
  ...tipCap,
})
export type FeeCapsEnv = z.output<typeof FeeCapsEnv>
