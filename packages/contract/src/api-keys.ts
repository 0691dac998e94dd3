import { type ApiKey, apiKeyPrefix } from '@gateway/domain/accounts/merchant'
import { allScopes, type Scope } from '@gateway/domain/accounts/scope'
import { NotFound } from '@gateway/domain/kernel/error'
import { z } from 'zod'
import { pathId } from './wire/id.ts'
import { wireFilter, wireInput } from './wire/names.ts'
import { limit, Offset, PageView } from './wire/page.ts'
import { choice, type Read, scalar } from './wire/scalar.ts'
import { oneLine } from './wire/text.ts'
import { Moment, presentTime, presentTimeOrNull, Time } from './wire/time.ts'

const KEY_ID = /^[0-9a-z]{12}$/
const modes = ['live', 'test'] as const

const Scopes = scalar<readonly Scope[], readonly Scope[]>(readScopes, {
  description:
    'The key may do what its scopes say: `*` for everything but wallets, or `<area>:read` and `<area>:write`, which includes reading. Only `wallets:write` lets a key change where money goes: set wallets, and name beneficiaries that are none.',
  example: ['payments:write'],
  type: 'array',
  items: { type: 'string', enum: allScopes },
  minItems: 1,
  default: ['*'],
})

/** A further API key of a business. */
export const CreateApiKeyInput = wireInput(
  z.object({
    id: pathId('business'),
    name: oneLine({ min: 1, max: 100 }, { description: 'The name of the key is for yourself.', example: 'Web shop' }).optional(),
    scopes: Scopes.optional(),
    mode: choice(modes, {
      description:
        'The key is for live or for test objects. Without it, a live key or a merchant creates a `live` key, and a test key a `test` key.',
      example: 'live',
    }).optional(),
    expiresAt: Moment.meta({
      description:
        'The key expires at this time. Without it, it expires with the key that creates it, or never when a merchant creates it.',
      example: '2027-10-01T12:00:00.000Z',
    }).optional(),
  }),
)
/** The requested key; absent members follow the credential that creates it. */
export type CreateApiKeyInput = z.output<typeof CreateApiKeyInput>

/** Which page of the keys of a business to list. */
export const ListApiKeysInput = wireFilter(z.object({ id: pathId('business'), limit: limit(50), offset: Offset }))
export type ListApiKeysInput = z.output<typeof ListApiKeysInput>

/** A key of a business, both named in the path. A malformed id gets the same answer as an unknown one. */
export const ApiKeyRef = wireInput(
  z.object({
    id: pathId('business'),
    keyId: scalar<string, string>(
      (raw) => {
        if (typeof raw === 'string' && KEY_ID.test(raw)) return { value: raw }
        throw new NotFound('API key')
      },
      { description: 'The id of the API key, as in the list of keys.', example: '0123456789ab', type: 'string', maxLength: 64 },
    ),
  }),
)

/** An API key in an answer; its text is shown at its creation only. */
export const ApiKeyView = z
  .object({
    id: z.string().meta({ description: 'The id of the key is no secret.', example: '0123456789ab' }),
    name: z.string().nullable().meta({ description: 'The name of the key is for yourself.', example: 'Web shop' }),
    prefix: z.string().meta({ description: 'The key begins with these characters.', example: 'gw_live_0123456789ab' }),
    last4: z.string().meta({ description: 'The key ends with these four characters.', example: 'x7Qa' }),
    scopes: z
      .array(z.string())
      .meta({ description: 'The key may do what these scopes say.', example: ['payments:write', 'webhooks:read'] }),
    mode: z.enum(modes).meta({ description: 'The key is for live or for test objects.', example: 'live' }),
    created_at: Time,
    created_by: z.string().nullable().meta({
      description:
        'The key was created by `merchant:<id>`, or by `key:<id>`, whose end is the end of this key too. It is null for older keys.',
      example: 'merchant:6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11',
    }),
    last_used_at: Time.nullable().meta({ description: 'The key was last used at this time, to the minute; null if never.', example: null }),
    expires_at: Time.nullable().meta({ description: 'The key expires at this time; null if never.', example: null }),
    revoked_at: Time.nullable().meta({ description: 'The key was revoked at this time; null if it was not.', example: null }),
  })
  .meta({ id: 'ApiKey', description: 'An API key of a business.' })
export type ApiKeyView = z.output<typeof ApiKeyView>

const KeyText = z.string().meta({ description: 'The API key is shown only this once.', example: 'gw_live_0123456789ab_…' })

/** An API key at its creation. */
export const CreatedApiKeyView = ApiKeyView.extend({ apiKey: KeyText, api_key: KeyText }).meta({
  id: 'CreatedApiKey',
  description: 'A new API key with its text.',
})
export type CreatedApiKeyView = z.output<typeof CreatedApiKeyView>

/** A page of API keys. */
export const ApiKeyListView = z.object({ keys: z.array(ApiKeyView), ...PageView })

/** A revoked key. */
export const RevokedApiKeyView = z.object({
  id: ApiKeyView.shape.id,
  revoked_at: Time.meta({ description: 'The key was first revoked at this time.' }),
})

/** The displayable facts of a key. */
export const presentApiKey = (key: ApiKey): ApiKeyView => ({
  id: key.id,
  name: key.name,
  prefix: apiKeyPrefix(key),
  last4: key.last4,
  scopes: [...key.scopes],
  mode: key.mode,
  created_at: presentTime(key.createdAt),
  created_by: key.createdBy,
  last_used_at: presentTimeOrNull(key.lastUsedAt),
  expires_at: presentTimeOrNull(key.expiresAt),
  revoked_at: presentTimeOrNull(key.revokedAt),
})

/** A new key with its text. */
export const presentCreatedApiKey = ({ key, text: apiKey }: { key: ApiKey; text: string }): CreatedApiKeyView => ({
  ...presentApiKey(key),
  apiKey,
  api_key: apiKey,
})

/** In the order of the contract and without repetitions, so that two spellings of one set are the same. */
function readScopes(raw: unknown): Read<readonly Scope[]> {
  const names: unknown[] = Array.isArray(raw) ? raw : []
  const known = allScopes.filter((scope) => names.includes(scope))
  const isKnown = names.every((name) => allScopes.some((scope) => scope === name))
  return known.length > 0 && isKnown ? { value: known } : { problem: `must be a list of one or more of ${allScopes.join(', ')}` }
}
