import { z } from 'zod'
import { solanaNetworkNames, solanaNetworks } from '../definitions/solana.ts'
import { HttpUrl, PollMs } from '../node-settings.ts'

const main = solanaNetworks['mainnet-beta']

/** The settings of Solana, without their prefix. It has no caps: the protocol fixes the fee. */
export const solanaSettings = {
  rail: {
    NETWORK: z
      .enum(solanaNetworkNames)
      .optional()
      .meta({
        description: `The Solana network: ${solanaNetworkNames.join(', ')}. A node of another one is rejected. Required with SOL.`,
        example: main.name,
      }),
    USDC_MINT: z.string().optional().meta({
      description: 'Address of the USDC mint. Optional on mainnet-beta and devnet; elsewhere required with SOL.',
      example: main.usdc,
    }),
  },
  node: {
    RPC_URL: HttpUrl.optional().meta({
      description: 'JSON-RPC URL of the Solana node. Required with SOL.',
      example: 'http://127.0.0.1:8899',
    }),
    POLL_MS: PollMs.optional().meta({
      description: 'Polling interval of the Solana node in milliseconds. Default: by network.',
      example: String(main.pollMs),
    }),
  },
  caps: {},
} as const
