import { defaultForwarding } from '@gateway/domain/custody/rules'
import { circuitRules } from '@gateway/domain/webhooks/circuit'
import { CustodyFactsEnv } from '@gateway/operations/custody/env'
import { AddressByChain } from '@gateway/operations/kernel/settings'
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** The roles of a worker process. */
export const roles = ['payments', 'chain', 'webhooks', 'relay', 'rates', 'series', 'processor', 'lightning', 'issuer', 'signer'] as const
/** A role. */
export type Role = (typeof roles)[number]

const RoleList = z
  .string()
  .transform((text) => text.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(roles)).min(1))

/** Settings of every worker process. */
export const WorkerEnv = z.object({
  WORKER_ROLES: RoleList.meta({
    description: `What this process does, separated by commas: ${roles.join(', ')}. The signer and the roles \`lightning\` and \`issuer\` run alone in production.`,
    example: 'payments,relay',
  }),
  WORKFLOW_BUNDLE: z
    .string()
    .optional()
    .meta({ description: 'Path of a prebuilt workflow bundle; built at start when absent.', example: '/var/lib/gateway/workflows.js' }),
  TEMPORAL_METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional().meta({
    description: 'Port on which the Temporal SDK serves its own metrics, at METRICS_BIND; none without it. Not with the signer.',
    example: 9465,
  }),
  NODE_OPTIONS: z.string().optional().meta({
    description: 'Options of Node itself. With the signer none that would open its memory to others.',
    example: '--max-old-space-size=512',
  }),
  FAILPOINT: z
    .string()
    .optional()
    .meta({ description: 'Kills the process at a named moment; refused in production, used by crash tests.', example: 'beforeBroadcast' }),
})

/** Settings of the chain role besides its nodes. */
export const ChainRoleEnv = z.object({
  GAS_PAYER_ADDRESSES: AddressByChain.prefault('{}').meta({
    description: 'Addresses of the gas payers: a JSON object, chain to address. Their coins are the treasury of the ledger.',
    example: '{"ETH":"0x…"}',
  }),
  DECIDER_ADDRESSES: CustodyFactsEnv.shape.DECIDER_ADDRESSES,
})

const UsdFloor = z.coerce.number().int().positive()

/** Settings of the signer besides its seed: the expected platform addresses, and the velocity limits. */
export const SignerRoleEnv = z.object({
  PLATFORM_ADDRESSES: CustodyFactsEnv.shape.PLATFORM_ADDRESSES,
  PAYOUT_FLOOR_USD_PER_HOUR: UsdFloor.prefault('1000000').meta({
    description:
      'Value in US dollars of each asset that may always leave in a clock hour; three times the best hour of the week before may leave too.',
    example: '1000000',
  }),
  PAYOUT_FLOOR_USD_PER_DAY: UsdFloor.prefault('5000000').meta({
    description: 'The same for the 24 hours that end with the current one.',
    example: '5000000',
  }),
  FLUSHES_PER_DAY: z.coerce.number().int().min(1).max(1_000).prefault(defaultForwarding.flushesPerDay).meta({
    description: 'Flushes of one Ethereum address in 24 hours that the signer pays gas for, besides its payment’s own round, 1 to 1000.',
    example: defaultForwarding.flushesPerDay,
  }),
})

/** Settings of the webhooks role. */
export const WebhooksRoleEnv = z.object({
  WEBHOOK_OPENING_KEY: z
    .string()
    .transform((text, context): KeyObject => {
      const key = x25519(text)
      if (key) return key
      context.addIssue({ code: 'custom', message: 'must be an X25519 private key: base64 of its PKCS #8 DER encoding' })
      return z.NEVER
    })
    .meta({
      description: 'X25519 private key that opens webhook secrets: base64 of PKCS #8 DER. No other role has it.',
      example: 'MC4CAQAwBQYDK2VuBCIEI…',
    }),
  SIGNATURE_HEADERS: z
    .string()
    .prefault('')
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter(Boolean),
    )
    .pipe(z.array(z.string().regex(/^[a-z0-9-]{1,60}$/)))
    .meta({
      description:
        'Further header names that carry the same value as x-service-signature; one that ends in -signature also brings its -event and -delivery.',
      example: 'x-acme-signature',
    }),
  WEBHOOK_PARALLEL: z.coerce.number().int().min(1).max(100).prefault(circuitRules.parallel).meta({
    description: 'Concurrent requests to one webhook endpoint.',
    example: circuitRules.parallel,
  }),
  WEBHOOK_FAILURES: z.coerce.number().int().min(1).prefault(circuitRules.failures).meta({
    description: 'Consecutive failures of a webhook endpoint after which it gets occasional attempts instead of everything.',
    example: circuitRules.failures,
  }),
})

function x25519(text: string): KeyObject | undefined {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'x25519' ? key : undefined
  } catch {
    // The parser's message may quote the key; the setting's own message is enough.
    return undefined
  }
}
