import { findUnits } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { type EvmChain, evmChains } from '../definitions/evm.ts'
import { HttpUrl, PollMs } from '../node-settings.ts'

const GWEI_DECIMALS = 9

/** The settings of an EVM chain, without its prefix. */
export const evmSettings = (chain: EvmChain) => ({ rail: railSettings(chain), node: nodeSettings(chain), caps: capSettings(chain) })

function railSettings(chain: EvmChain) {
  const { name, networks } = evmChains[chain]
  const [main] = networks
  const known = networks.map((network) => (network === main ? String(network.chainId) : `${network.chainId} (${network.name})`))
  return {
    CHAIN_ID: z.coerce
      .number()
      .int()
      .positive()
      .optional()
      .meta({
        description: `Chain id of the ${name} network: ${known.slice(0, -1).join(', ')} or ${known.at(-1)}. Required with ${chain}.`,
        example: String(main.chainId),
      }),
    DEPOSIT_FACTORY: z
      .string()
      .optional()
      .meta({
        description: `Address of the deployed deposit factory. Changing it changes the addresses of all new payments. Required with ${chain}.`,
        example: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      }),
    USDC_ADDRESS: z
      .string()
      .optional()
      .meta({
        description: `Address of the USDC contract. Optional on mainnet; elsewhere required with ${chain}.`,
        example: main.usdc,
      }),
  }
}

function nodeSettings(chain: EvmChain) {
  const { name, networks, tipFloorGwei } = evmChains[chain]
  return {
    RPC_URL: HttpUrl.optional().meta({
      description: `JSON-RPC URL of the ${name} node. Required with ${chain}.`,
      example: 'http://127.0.0.1:8545',
    }),
    POLL_MS: PollMs.optional().meta({
      description: `Polling interval of the ${name} node in milliseconds. Default: by network.`,
      example: String(networks[0].pollMs),
    }),
    TIP_FLOOR_GWEI: WeiFromGwei.prefault(tipFloorGwei).meta({
      description: 'The lowest tip per gas that is assumed, in gwei, even if the node suggests less.',
      example: tipFloorGwei,
    }),
    ...tipCap(chain),
  }
}

const capSettings = (chain: EvmChain) => ({
  FEE_CAP_GWEI: WeiFromGwei.prefault(evmChains[chain].feeCapGwei).meta({
    description: 'The highest price per gas the signer signs, base fee and tip together, in gwei.',
    example: evmChains[chain].feeCapGwei,
  }),
  ...tipCap(chain),
})

const tipCap = (chain: EvmChain) => ({
  TIP_CAP_GWEI: WeiFromGwei.prefault(evmChains[chain].tipCapGwei).meta({
    description: 'The highest tip per gas ever offered to a block producer, in gwei, for any suggestion of the node.',
    example: evmChains[chain].tipCapGwei,
  }),
})

const WeiFromGwei = z.string().transform((text, context) => {
  const wei = findUnits(text, GWEI_DECIMALS)
  if (wei !== undefined) return wei
  context.addIssue({ code: 'custom', message: 'must be a decimal number with at most 9 digits after the point' })
  return z.NEVER
})
