import { defaultFeeCaps } from '@gateway/domain/custody/rules'
import { findUnits, formatUnits } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { type BitcoinChain, bitcoinChains, type BitcoinNetworkName } from '../definitions/bitcoin.ts'
import { HttpUrl, PollMs } from '../node-settings.ts'

const SATOSHI_DECIMALS = 8
// More than a tenth of a coin is no cap.
const MAX_FLOOR_SATS = 10_000_000n

/** The settings of a chain of this family, without its prefix. */
export const bitcoinSettings = (chain: BitcoinChain) => ({ rail: railSettings(chain), node: nodeSettings(chain), caps: capSettings(chain) })

const railSettings = (chain: BitcoinChain) => ({
  NETWORK: z
    .enum(networkNames(chain))
    .optional()
    .meta({
      description: `The ${bitcoinChains[chain].name} network; addresses of every other one are rejected. Required with ${chain}.`,
      example: 'mainnet',
    }),
})

/** The names of a chain's networks, in the order of its table. */
const networkNames = (chain: BitcoinChain) => Object.keys(bitcoinChains[chain].networks) as [BitcoinNetworkName, ...BitcoinNetworkName[]] // Object.keys forgets the type.

function nodeSettings(chain: BitcoinChain) {
  const { name, rpcPort, networks } = bitcoinChains[chain]
  return {
    RPC_URL: HttpUrl.optional().meta({
      description: `JSON-RPC URL of the ${name} node, with user and password. Required with ${chain}.`,
      example: `http://user:password@127.0.0.1:${rpcPort}`,
    }),
    POLL_MS: PollMs.optional().meta({
      description: `Polling interval of the ${name} node in milliseconds. Default: by network.`,
      example: String(networks.mainnet.pollMs),
    }),
  }
}

function capSettings(chain: BitcoinChain) {
  const { coins, feeCapSatPerVbyte } = bitcoinChains[chain]
  const { shareBps, floorUnits } = defaultFeeCaps[chain]
  const floor = formatUnits(floorUnits, SATOSHI_DECIMALS)
  return {
    FEE_CAP_SAT_PER_VBYTE: z.coerce
      .number()
      .int()
      .positive()
      .prefault(String(feeCapSatPerVbyte))
      .meta({
        description: 'The highest fee rate the signer signs, in satoshis per virtual byte.',
        example: String(feeCapSatPerVbyte),
      }),
    FEE_CAP_BPS: z.coerce
      .number()
      .int()
      .min(1)
      .max(5_000)
      .prefault(String(shareBps))
      .meta({
        description: 'The share of a deposit, in hundredths of a percent, that the network may take out of it, 1 to 5000.',
        example: String(shareBps),
      }),
    FEE_CAP_FLOOR: feeFloor(coins)
      .prefault(floor)
      .meta({
        description: `The network fee that is always allowed, in ${coins}, when the share of the deposit is less.`,
        example: floor,
      }),
  }
}

const feeFloor = (coins: string) =>
  z.string().transform((text, context) => {
    const satoshis = findUnits(text, SATOSHI_DECIMALS)
    if (satoshis !== undefined && satoshis <= MAX_FLOOR_SATS) return satoshis
    context.addIssue({ code: 'custom', message: `must be a decimal number of ${coins} with at most 8 digits after the point, at most 0.1` })
    return z.NEVER
  })
