import { z } from 'zod'

const HARDENED_INDICES = 2 ** 31

/** Where the seed is and what opens it; for the signer and `custody init` only. */
export const CustodyEnv = z.object({
  DEPLOYMENT_ID: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores')
    .meta({ description: 'Name of this deployment; a seed sealed for another one does not open.', example: 'pay-example-1' }),
  CUSTODY_SEED_FILE: z
    .string()
    .min(1)
    .meta({ description: 'File of the sealed seed, written by `custody init`.', example: '/var/lib/gateway-signer/custody.sealed.json' }),
  CUSTODY_PUBLIC_FILE: z.string().min(1).meta({
    description:
      'File of the public facts about the seed, from which the api and the chain role are configured; written by `custody init`.',
    example: '/var/lib/gateway-signer/custody.public.json',
  }),
  CUSTODY_GENERATION: z.coerce
    .number()
    .int()
    .min(0)
    .max(HARDENED_INDICES - 1)
    .prefault(0)
    .meta({ description: 'Generation of keys that new deposit addresses and the gas payers come from.', example: 0 }),
  CUSTODY_PAUSE_FILE: z.string().min(1).optional().meta({
    description: 'While this file exists the signer signs nothing, whatever the database says.',
    example: '/etc/gateway-signer/pause',
  }),
  CUSTODY_KEK: z
    .enum(['env', 'file'])
    .prefault('file')
    .meta({ description: 'Where the key that wraps the seed’s data key comes from.', example: 'file' }),
  CUSTODY_KEK_FILE: z.string().min(1).optional().meta({
    description: 'With CUSTODY_KEK=file: a file of 64 hexadecimal digits, mode 0400, owned by the signer’s user.',
    example: '/etc/gateway-signer/kek',
  }),
  CUSTODY_KEK_HEX: z.string().optional().meta({
    description: 'With CUSTODY_KEK=env: the wrapping key, 64 hexadecimal digits. For development.',
    example: '6b1f…',
  }),
  CUSTODY_ALLOW_ENV_KEK: z
    .enum(['0', '1'])
    .prefault('0')
    .transform((flag) => flag === '1')
    .meta({ description: '1 allows CUSTODY_KEK=env in production.', example: '0' }),
})
export type CustodyEnv = z.output<typeof CustodyEnv>
