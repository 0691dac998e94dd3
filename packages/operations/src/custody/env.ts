import { z } from 'zod'

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
  CUSTODY_SEQUENCE_FILE: z.string().min(1).optional().meta({
    description:
      'What the signer has let out, kept outside the database; beside the sealed seed when absent. Never restore it from a backup.',
    example: '/var/lib/gateway-signer/custody.sequence',
  }),
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

/** How long people can look at an address that was not frozen at creation; for the signer and whoever takes such addresses. */
export const ReturnHoldEnv = z.object({
  RETURN_HOLD_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(72)
    .prefault('48')
    .meta({
      description:
        'Hours between the moment a payer names an address for money to go back to and its leaving, 0 to 72; until then the return can be withdrawn. ' +
        'The signer counts for itself, from when it first saw the address; give it the same number as the others.',
      example: '48',
    }),
})

/** How long a changed wallet waits; for the signer and the api, which creates payments. */
export const WalletDelayEnv = z.object({
  WALLET_DELAY_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(72)
    .prefault('0')
    .meta({
      description:
        'Hours between the change of a wallet and new payments going there, 0 to 72; until then they go where they went, and the change can be taken ' +
        'back. The signer counts for itself, from when it first saw the wallet; give it the same number as the api.',
      example: '24',
    }),
})

/** Which key wraps the seed from now on; for `custody rotate-kek` only. */
export const RotationEnv = z.object({
  CUSTODY_NEW_KEK: z
    .enum(['env', 'file'])
    .optional()
    .meta({ description: 'Where the key comes from that is to wrap the seed.', example: 'file' }),
  CUSTODY_NEW_KEK_FILE: z.string().min(1).optional().meta({
    description: 'With CUSTODY_NEW_KEK=file: its file, in the form of CUSTODY_KEK_FILE.',
    example: '/etc/gateway-signer/kek.new',
  }),
  CUSTODY_NEW_KEK_HEX: z.string().optional().meta({
    description: 'With CUSTODY_NEW_KEK=env: the key, 64 hexadecimal digits. For development.',
    example: '5c2e…',
  }),
})
export type RotationEnv = z.output<typeof RotationEnv>
