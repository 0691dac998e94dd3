import { AddressByChain, AddressesByChain, derPublicKey } from '../kernel/settings.ts'
import { derivePartyTokenKeys } from './evidence/party-tokens.ts'
import { z } from 'zod'

const SOURCES = ['env', 'file', 'kms'] as const
// An alias can be moved to a key that never wrapped the seed.
const KmsKey = z
  .string()
  .regex(
    /^(?:arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/)?(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|mrk-[0-9a-f]{32})$/,
    'must be the id or the ARN of a key in AWS KMS, not of an alias',
  )
// A header error would quote a value that no header can carry.
const Printable = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces')
const KmsRegion = z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region')
const KmsEndpoint = z
  .string()
  .regex(/^https?:\/\/[a-z0-9.:[\]-]+\/?$/i, 'must be an address without user, path or query')
  .pipe(z.url())

/** Location of the seed and its wrapping key; for the signer and `custody init` only. */
export const CustodyEnv = z.object({
  DEPLOYMENT_ID: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores')
    .meta({
      description: 'Name of this deployment in signed statements about addresses; a seed sealed for another one does not open.',
      example: 'pay-example-1',
    }),
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
      'High-water file of the signer, kept outside the database; beside the sealed seed when absent. Never restore it from a backup.',
    example: '/var/lib/gateway-signer/custody.sequence',
  }),
  CUSTODY_PAUSE_FILE: z.string().min(1).optional().meta({
    description: 'While this file exists the signer signs nothing, whatever the database says.',
    example: '/etc/gateway-signer/pause',
  }),
  CUSTODY_KEK: z
    .enum(SOURCES)
    .prefault('file')
    .meta({ description: 'Where the key that wraps the seed’s data key is: file, kms (AWS KMS) or env.', example: 'file' }),
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
  CUSTODY_KEK_KMS_KEY: KmsKey.optional().meta({
    description: 'With CUSTODY_KEK=kms: id or ARN of a symmetric key in AWS KMS. An alias is refused.',
    example: 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab',
  }),
  CUSTODY_KEK_KMS_REGION: KmsRegion.optional().meta({ description: 'With CUSTODY_KEK=kms: the key’s region.', example: 'eu-central-1' }),
  CUSTODY_KEK_KMS_ENDPOINT: KmsEndpoint.optional().meta({
    description:
      'Endpoint of AWS KMS other than the public one of the region: a private endpoint, or one of another partition. https; http on loopback outside production.',
    example: 'https://vpce-0a1b.kms.eu-central-1.vpce.amazonaws.com',
  }),
  AWS_ACCESS_KEY_ID: Printable.optional().meta({
    description: 'With CUSTODY_KEK=kms: access key id of a principal with kms:Encrypt and kms:Decrypt for the key.',
    example: 'AKIA…',
  }),
  AWS_SECRET_ACCESS_KEY: Printable.optional().meta({ description: 'With CUSTODY_KEK=kms: secret access key.', example: 'wJal…' }),
  AWS_SESSION_TOKEN: Printable.optional().meta({
    description: 'With CUSTODY_KEK=kms and temporary credentials: their session token. They are used only while the seed is opened.',
    example: 'IQoJ…',
  }),
})
/** The parsed settings of the signer's seed and wrapping key. */
export type CustodyEnv = z.output<typeof CustodyEnv>

/** How long a refund address waits before its payout; for the signer and the processes that accept refund addresses. */
export const RefundHoldEnv = z.object({
  RETURN_HOLD_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(72)
    .prefault('48')
    .meta({
      description:
        'Refund hold: hours between a payer’s refund address and the refund’s payout, 0 to 72; until then the refund can be withdrawn. ' +
        'The signer counts from its own pin of the address; give it the same number as the other processes.',
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
        'Hours before new payments use a changed wallet, 0 to 72; until then they use the former wallet, and the change can be undone. ' +
        'The signer counts from its own pin of the wallet; give it the same number as the api.',
      example: '24',
    }),
})

/** The new wrapping key; for `custody rotate-kek` only. */
export const RotationEnv = z.object({
  CUSTODY_NEW_KEK: z
    .enum(SOURCES)
    .optional()
    .meta({ description: 'Where the new wrapping key is: file, kms (AWS KMS) or env.', example: 'file' }),
  CUSTODY_NEW_KEK_FILE: z.string().min(1).optional().meta({
    description: 'With CUSTODY_NEW_KEK=file: its file, in the form of CUSTODY_KEK_FILE.',
    example: '/etc/gateway-signer/kek.new',
  }),
  CUSTODY_NEW_KEK_HEX: z.string().optional().meta({
    description: 'With CUSTODY_NEW_KEK=env: the key, 64 hexadecimal digits. For development.',
    example: '5c2e…',
  }),
  CUSTODY_NEW_KEK_KMS_KEY: KmsKey.optional().meta({
    description:
      'With CUSTODY_NEW_KEK=kms: the key, in the form of CUSTODY_KEK_KMS_KEY. The same AWS credentials are used for the old and the new key.',
    example: '1234abcd-12ab-34cd-56ef-1234567890ab',
  }),
  CUSTODY_NEW_KEK_KMS_REGION: KmsRegion.optional().meta({ description: 'With CUSTODY_NEW_KEK=kms: its region.', example: 'eu-central-1' }),
  CUSTODY_NEW_KEK_KMS_ENDPOINT: KmsEndpoint.optional().meta({
    description: 'With CUSTODY_NEW_KEK=kms: its endpoint, in the form of CUSTODY_KEK_KMS_ENDPOINT.',
    example: 'https://vpce-0a1b.kms.eu-central-1.vpce.amazonaws.com',
  }),
})
/** The parsed settings of the wrapping key that replaces the present one. */
export type RotationEnv = z.output<typeof RotationEnv>

const PARTY_KEY = /^[0-9a-f]{64}$/

/** Public facts about custody, for those that give addresses out: the api, and the role that opens the escrows of series. */
export const CustodyFactsEnv = z.object({
  DEPLOYMENT_ID: CustodyEnv.shape.DEPLOYMENT_ID,
  POOL_PUBLIC_KEY: derPublicKey('ed25519').meta({
    description: 'Ed25519 public key that signs pool addresses: base64 of SPKI DER.',
    example: 'MCowBQYDK2VwAyEA…',
  }),
  PLATFORM_ADDRESSES: AddressesByChain.meta({
    description:
      'Where the platform’s fees go: a JSON object, chain to address, one for each chain in CHAINS. The signer rejects every payment that names another; ' +
      'an address may be a list, today’s first, then those that earlier payments still name. None of them can be a merchant’s wallet.',
    example: '{"BTC":"bc1q…","ETH":"0x…"}',
  }),
  DECIDER_ADDRESSES: AddressByChain.prefault('{}').meta({
    description:
      'The accounts of the signer that decide escrow contracts: a JSON object, chain to address. A chain of contracts that is missing here serves no escrows; ' +
      'the chain role looks for the factory of escrows on those that are named.',
    example: '{"ETH":"0x…","POL":"0x…"}',
  }),
})
/** The parsed facts. */
export type CustodyFactsEnv = z.output<typeof CustodyFactsEnv>

/** What parties' tokens are stored and sealed with; for the api, the signer and the role that opens the escrows of series. */
export const PartyTokenEnv = z.object({
  PARTY_TOKEN_KEY: z
    .string()
    .regex(PARTY_KEY, 'must be 64 hexadecimal digits')
    .transform((hex) => derivePartyTokenKeys(Buffer.from(hex, 'hex')))
    .meta({
      description:
        'Secret of the api, the series role and the signer, 64 hexadecimal digits: what the tokens of escrows are stored and sealed with. With another one, ' +
        'no token of an earlier escrow is accepted.',
      example: '0f3a…',
    }),
})
