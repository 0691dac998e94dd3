import {
  ApiKeyListView,
  ApiKeyRef,
  CreateApiKeyInput,
  CreatedApiKeyView,
  ListApiKeysInput,
  presentApiKey,
  presentCreatedApiKey,
  RevokedApiKeyView,
} from '@gateway/contract/api-keys'
import { presentTime } from '@gateway/contract/wire/time'
import { type CreatedApiKey, createApiKey } from '@gateway/operations/businesses/api-keys/create-api-key'
import { listApiKeys } from '@gateway/operations/businesses/api-keys/list-api-keys'
import { revokeApiKey } from '@gateway/operations/businesses/api-keys/revoke-api-key'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure, router } from '../trpc.ts'

/** API keys of businesses. */
export const keysRouter = router({
  create: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/businesses/{id}/api-keys',
        status: 201,
        tag: 'businesses',
        summary: 'Create an API key',
        description:
          'The key is shown only once. An API key creates only keys within its own scopes that expire no later than it does, and a test key only test keys; ' +
          'revoking it revokes them. A business has at most 50 active keys: 400 `INVALID_STATE` beyond.',
        flat: 'key',
        example: { name: 'Web shop', scopes: ['payments:write', 'webhooks:read'] },
        errors: ['INVALID_STATE'],
      },
    })
    .input(CreateApiKeyInput)
    .output(z.object({ key: CreatedApiKeyView }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => createApiKey(ctx, { actor: ctx.actor, terms: input, keep }),
        present: (created: CreatedApiKey) => ({ key: presentCreatedApiKey(created) }),
      }),
    ),

  list: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/businesses/{id}/api-keys',
        tag: 'businesses',
        summary: 'List API keys',
        description: 'Newest first, expired and revoked keys included, without the keys themselves. A test key sees test keys only.',
        list: true,
      },
    })
    .input(ListApiKeysInput)
    .output(ApiKeyListView)
    .query(async ({ ctx, input }) => {
      const { keys, total } = await listApiKeys(ctx, { actor: ctx.actor, page: input })
      return { keys: keys.map(presentApiKey), total, limit: input.limit, offset: input.offset }
    }),

  revoke: keyProcedure
    .meta({
      rest: {
        method: 'delete',
        path: '/api/businesses/{id}/api-keys/{key_id}',
        tag: 'businesses',
        summary: 'Revoke an API key',
        description: 'The key, and every key it created, is revoked immediately. Revoking it again changes nothing.',
      },
    })
    .input(ApiKeyRef)
    .output(RevokedApiKeyView)
    .mutation(async ({ ctx, input }) => {
      const { id, revokedAt } = await revokeApiKey(ctx, { actor: ctx.actor, businessId: input.id, keyId: input.keyId })
      return { id, revoked_at: presentTime(revokedAt) }
    }),
})
