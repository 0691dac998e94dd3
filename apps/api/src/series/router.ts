import { escrowView } from '@gateway/contract/escrows'
import { seriesChildView, SeriesListView, seriesView } from '@gateway/contract/series'
import { CreateSeriesInput, ListSeriesInput, SeriesRef, UpdateSeriesInput } from '@gateway/contract/series-inputs'
import type { Series } from '@gateway/domain/series/series'
import { cancelSeries } from '@gateway/operations/series/cancel-series'
import { type CreatedSeries, createSeries } from '@gateway/operations/series/create-series'
import { getSeries } from '@gateway/operations/series/get-series'
import { listSeries } from '@gateway/operations/series/list-series'
import { updateSeries } from '@gateway/operations/series/update-series'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure, router } from '../trpc.ts'
import { seriesPortalRouter } from './portal-router.ts'

const series = seriesView.schema
const presentCreated = ({ series: created, escrow }: CreatedSeries) => ({
  series: seriesView.present(created),
  ...(escrow && { escrow: escrowView.present({ escrow, isInside: true }) }),
})

/** Recurring escrows of a business with one customer. */
export const seriesRouter = router({
  create: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/escrow/series',
        status: 201,
        tag: 'series',
        summary: 'Create a series of escrows',
        description:
          'The first escrow is due at once, and is answered unless it waits for a rate. Each escrow expires when the next one is due, after 30 days at the latest. The tokens of the customer are never answered. Without `depositor_address`, an escrow in ETH, POL or their USDC has no address to pay to (`escrow_address` is null) until the customer names an address for refunds on its page; the e-mail asks for it. A beneficiary that is no wallet of the business needs what a new wallet needs: the scope `wallets:write` of an API key, or a recent confirmation in the portal.',
        flat: 'series',
        example: {
          payment_method: 'crypto',
          customer_email: 'lena@hoffmann.example',
          description: 'Coffee of the month',
          amount: 25,
          currency: 'USD',
          interval: 'monthly',
          max_periods: 12,
          coin: 'BTC',
          beneficiary_address: 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c',
          depositor_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        },
        errors: [
          'INVALID_AMOUNT',
          'AMOUNT_TOO_SMALL',
          'AMOUNT_TOO_LARGE',
          'UNSUPPORTED_BLOCKCHAIN',
          'UNSUPPORTED_CURRENCY',
          'INVALID_ADDRESS',
          'ONBOARDING_REQUIRED',
          'BUSINESS_REQUIRED',
          'FORBIDDEN',
          'NOT_IMPLEMENTED',
          'CHAIN_UNAVAILABLE',
        ],
      },
    })
    .input(CreateSeriesInput)
    .output(z.object({ series, escrow: escrowView.schema.optional() }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => createSeries(ctx, { actor: ctx.actor, terms: input, keep }),
        present: presentCreated,
      }),
    ),

  get: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/escrow/series/{id}',
        tag: 'series',
        summary: 'Get a series',
        description: 'With its escrows, by ascending period.',
        flat: 'series',
      },
    })
    .input(SeriesRef)
    .output(z.object({ series, escrows: z.array(seriesChildView.schema) }))
    .query(async ({ ctx, input }) => {
      const found = await getSeries(ctx, { actor: ctx.actor, id: input.id })
      return { series: seriesView.present(found.series), escrows: found.children.map(seriesChildView.present) }
    }),

  list: keyProcedure
    .meta({
      many: true,
      rest: {
        method: 'get',
        path: '/api/escrow/series',
        tag: 'series',
        summary: 'List series',
        description: 'Newest first. An API key sees the series of its business only.',
        list: true,
        errors: ['FORBIDDEN'],
      },
    })
    .input(ListSeriesInput)
    .output(SeriesListView)
    .query(async ({ ctx, input }) => {
      const { rows, total } = await listSeries(ctx, { actor: ctx.actor, filter: input })
      return { series: rows.map(seriesView.present), total, limit: input.limit, offset: input.offset }
    }),

  update: keyProcedure
    .meta({
      rest: {
        method: 'patch',
        path: '/api/escrow/series/{id}',
        also: [{ method: 'put', path: '/api/escrow/series/{id}' }],
        tag: 'series',
        summary: 'Update a series',
        description:
          'Absent members stay unchanged. A new amount or interval is for later escrows; open ones keep theirs. A new amount for a beneficiary that is no wallet of the business needs the scope `wallets:write`, as its creation did.',
        flat: 'series',
        example: { status: 'paused' },
        errors: ['INVALID_STATE', 'CONCURRENT_UPDATE', 'INVALID_AMOUNT', 'AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE'],
      },
    })
    .input(UpdateSeriesInput)
    .output(z.object({ series }))
    .mutation(async ({ ctx, input }) => ({ series: seriesView.present(await updateSeries(ctx, { actor: ctx.actor, changes: input })) })),

  cancel: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/escrow/series/{id}/cancel',
        also: [{ method: 'delete', path: '/api/escrow/series/{id}' }],
        tag: 'series',
        summary: 'Cancel a series',
        description: 'For ever; open escrows go on. A series that has ended already stays as it is.',
        flat: 'series',
        errors: ['CONCURRENT_UPDATE'],
      },
    })
    .input(SeriesRef)
    .output(z.object({ series }))
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => cancelSeries(ctx, { actor: ctx.actor, id: input.id, keep }),
        present: (cancelled: Series) => ({ series: seriesView.present(cancelled) }),
      }),
    ),

  portal: seriesPortalRouter,
})
