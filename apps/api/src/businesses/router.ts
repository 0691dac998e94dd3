import { BusinessView, presentBusiness } from '@gateway/contract/business-view'
import {
  BusinessDetailView,
  BusinessListView,
  BusinessRef,
  CategoryListView,
  CreateBusinessInput,
  CreatedBusinessView,
  ListBusinessesInput,
  presentBusinessDetail,
  presentCreatedBusiness,
  presentRotatedSecret,
  RotatedSecretView,
  RotateSecretInput,
  UpdateBusinessInput,
} from '@gateway/contract/businesses'
import { categories } from '@gateway/domain/businesses/categories'
import { type CreatedBusiness, createBusiness } from '@gateway/operations/businesses/create-business'
import { getBusiness } from '@gateway/operations/businesses/get-business'
import { listBusinesses } from '@gateway/operations/businesses/list-businesses'
import { rotateWebhookSecret } from '@gateway/operations/businesses/rotate-webhook-secret'
import { updateBusiness } from '@gateway/operations/businesses/update-business'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure, router } from '../trpc.ts'
import { keysRouter } from './keys-router.ts'
import { businessesPortalRouter } from './portal-router.ts'

/** Businesses of merchants. */
export const businessesRouter = router({
  create: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/businesses',
        status: 201,
        tag: 'businesses',
        summary: 'Create a business',
        description:
          'Returns its first API key and its webhook secret; both are shown only once. The first business requires a merchant token. When an API key creates a business, the new key has its scopes. A merchant has at most 100 businesses: 400 `INVALID_STATE` beyond.',
        flat: 'business',
        example: {
          name: 'Blue Bottle Books',
          webhook_url: 'https://shop.example/hooks',
          wallet_addresses: { BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
        },
        errors: ['INVALID_ADDRESS', 'UNSUPPORTED_BLOCKCHAIN', 'INVALID_STATE', 'CHAIN_UNAVAILABLE'],
      },
    })
    .input(CreateBusinessInput)
    .output(z.object({ business: CreatedBusinessView }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => createBusiness(ctx, { actor: ctx.actor, terms: input, keep }),
        present: ({ facts, ...secrets }: CreatedBusiness) => ({ business: presentCreatedBusiness(facts, secrets) }),
      }),
    ),

  get: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/businesses/{id}',
        tag: 'businesses',
        summary: 'Get a business',
        description: 'Without secrets; of its newest API key only the first and last characters.',
        flat: 'business',
      },
    })
    .input(BusinessRef)
    .output(z.object({ business: BusinessDetailView }))
    .query(async ({ ctx, input }) => {
      const { facts, ...more } = await getBusiness(ctx, { actor: ctx.actor, id: input.id })
      return { business: presentBusinessDetail(facts, more) }
    }),

  list: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/businesses',
        tag: 'businesses',
        summary: 'List businesses',
        description: 'Newest first. An API key sees its own business only.',
        list: true,
      },
    })
    .input(ListBusinessesInput)
    .output(BusinessListView)
    .query(async ({ ctx, input }) => {
      const { businesses, total } = await listBusinesses(ctx, { actor: ctx.actor, page: input })
      return { businesses: businesses.map(presentBusiness), total, limit: input.limit, offset: input.offset }
    }),

  update: keyProcedure
    .meta({
      rest: {
        method: 'patch',
        path: '/api/businesses/{id}',
        also: [{ method: 'put', path: '/api/businesses/{id}' }],
        tag: 'businesses',
        summary: 'Update a business',
        description:
          'Absent members stay unchanged. Wallets are merged by chain, and an empty string removes one; existing payments keep theirs. An API key needs the scope `wallets:write` to change one.',
        flat: 'business',
        example: { wallet_addresses: { BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' } },
        errors: ['INVALID_ADDRESS', 'UNSUPPORTED_BLOCKCHAIN', 'CHAIN_UNAVAILABLE'],
      },
    })
    .input(UpdateBusinessInput)
    .output(z.object({ business: BusinessView }))
    .mutation(async ({ ctx, input }) => ({ business: presentBusiness(await updateBusiness(ctx, { actor: ctx.actor, changes: input })) })),

  rotateWebhookSecret: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/businesses/{id}/webhook-secret/rotate',
        tag: 'businesses',
        summary: 'Rotate the webhook secret',
        description:
          'The new secret signs from the next attempt on and is shown only once. For 24 hours `webhook-signature` also carries a signature made with the previous secret.',
      },
    })
    .input(RotateSecretInput)
    .output(RotatedSecretView)
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => rotateWebhookSecret(ctx, { actor: ctx.actor, terms: input, keep }),
        present: presentRotatedSecret,
      }),
    ),

  categories: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/businesses/categories',
        tag: 'businesses',
        summary: 'List categories',
        description: 'Slugs never change. A business may also use a slug that is not listed.',
        maxAgeSeconds: 3_600,
      },
    })
    .output(CategoryListView)
    .query(() => ({ categories: [...categories], total: categories.length })),

  keys: keysRouter,
  portal: businessesPortalRouter,
})
