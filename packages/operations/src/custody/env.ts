import { z } from 'zod'

/** Settings of the sealed seed; only the signer and `custody init` read them. */
export const CustodyEnv = z.object({
  DEPLOYMENT_ID: z
    .string()
    .min(1)
    .meta({ description: 'Name of this deployment in signed statements about addresses.', example: 'pay-example-1' }),
  CUSTODY_SEED_FILE: z.string().meta({ description: 'The sealed seed.', example: '/var/lib/gateway/custody.sealed.json' }),
  CUSTODY_PUBLIC_FILE: z.string().meta({
    description: 'Where `custody init` writes what the other roles are configured with.',
    example: '/var/lib/gateway/custody.public.json',
  }),
  CUSTODY_KEK: z
    .enum(['file', 'env'])
    .prefault('file')
    .meta({ description: 'Where the key comes from that the seed is sealed with.', example: 'file' }),
  CUSTODY_KEK_FILE: z
    .string()
    .optional()
    .meta({ description: '32 bytes in hex, mode 0400, owned by the signer’s user.', example: '/etc/gateway/kek' }),
  CUSTODY_KEK_HEX: z.string().optional().meta({ description: '32 bytes in hex; for development only.', example: '' }),
  CUSTODY_ALLOW_ENV_KEK: z.enum(['0', '1']).prefault('0').meta({ description: '1 allows CUSTODY_KEK=env in production.', example: '0' }),
  CUSTODY_GENERATION: z.coerce
    .number()
    .int()
    .min(0)
    .prefault(0)
    .meta({ description: 'Seed generation of new deposit addresses.', example: 0 }),
})
export type CustodyEnv = z.output<typeof CustodyEnv>
