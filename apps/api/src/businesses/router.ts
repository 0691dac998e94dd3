import {
  BusinessDetailView,
  BusinessListView,
  BusinessRef,
  BusinessView,
  CreateBusinessInput,
  CreatedBusinessView,
  ListBusinessesInput,
  presentBusiness,
  presentBusinessDetail,
  presentCreatedBusiness,
  UpdateBusinessInput,
} from '@gateway/contract/businesses'
import { createBusiness } from '@gateway/operations/businesses/create-business'
import { getBusiness } from '@gateway/operations/businesses/get-business'
import { listBusinesses } from '@gateway/operations/businesses/list-businesses'
import { updateBusiness } from '@gateway/operations/businesses/update-business'
import { z } from 'zod'
import { keyProcedure, router } from '../trpc.ts'

/** Stores of merchants. */
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
          'Answers with its first API key and its webhook secret; both are shown this once. The first one needs a merchant’s token.',
        flat: 'business',
        example: {
          name: 'Blue Bottle Books',
          webhook_url: 'https://shop.example/hooks',
          wallet_addresses: { BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
        },
        errors: ['INVALID_ADDRESS', 'UNSUPPORTED_BLOCKCHAIN'],
      },
    })
    .input(CreateBusinessInput)
    .output(z.object({ business: CreatedBusinessView }))
    .mutation(async ({ ctx, input }) => {
      const { facts, ...secrets } = await createBusiness(ctx, { actor: ctx.actor, terms: input })
      return { business: presentCreatedBusiness(facts, secrets) }
    }),

  get: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/businesses/{id}',
        tag: 'businesses',
        summary: 'Get a business',
        description: 'Without secrets; of its newest API key only the beginning and the end.',
        flat: 'business',
      },
    })
    .input(BusinessRef)
    .output(z.object({ business: BusinessDetailView }))
    .query(async ({ ctx, input }) => {
      const { facts, key } = await getBusiness(ctx, { actor: ctx.actor, id: input.id })
      return { business: presentBusinessDetail(facts, key) }
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
        summary: 'Change a business',
        description: 'What is absent stays. Wallets are merged by chain, and an empty text removes one; existing payments keep theirs.',
        flat: 'business',
        example: { wallet_addresses: { BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' } },
        errors: ['INVALID_ADDRESS', 'UNSUPPORTED_BLOCKCHAIN'],
      },
    })
    .input(UpdateBusinessInput)
    .output(z.object({ business: BusinessView }))
    .mutation(async ({ ctx, input }) => ({ business: presentBusiness(await updateBusiness(ctx, { actor: ctx.actor, changes: input })) })),
})
