import { createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** The secret of the role that signs credentials. */
export const IssuerEnv = z.object({
  ISSUER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
    .transform((hex): KeyObject => createSecretKey(Buffer.from(hex, 'hex')))
    .meta({
      description:
        'Seals the keys that sign credentials, and the keys of merchants’ DIDs: 64 hexadecimal digits. No other role has it; whoever loses it loses them.',
      example: '0f3a…',
    }),
})
