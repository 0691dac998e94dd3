import { escrowView } from '@gateway/contract/escrows'
import { seriesChildView, seriesView } from '@gateway/contract/series'
import { CreateSeriesInput, ListSeriesInput, UpdateSeriesInput } from '@gateway/contract/series-inputs'
import { DisputeChildInput, seriesCalendarView } from '@gateway/contract/portal/series'
import { ownSeries } from '@gateway/db/series/queries'
import { listOwned } from '@gateway/operations/businesses/owned/read-owned'
import { cancelSeries } from '@gateway/operations/series/cancel-series'
import { type CreatedSeries, createSeries } from '@gateway/operations/series/create-series'
import { disputeChild } from '@gateway/operations/series/dispute-child'
import { getSeries, readCalendar } from '@gateway/operations/series/read-series'
import { updateSeries } from '@gateway/operations/series/update-series'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { resource } from '../http/procedures/resource.ts'
import { portalProcedure, router } from '../trpc.ts'

const path = '/api/escrow/series'
const series = resource({ room: 'series', path, nouns: ['series', 'series'], view: seriesView })
const presentEscrow = (escrow: Parameters<typeof escrowView.present>[0]['escrow']) => escrowView.present({ escrow, isInside: true })

/** Recurring escrows of a business with one customer. */
export const seriesRouter = router({
  create: series
    .create(
      CreateSeriesInput,
      {
        summary: 'Create a series of escrows',
        description:
          'The first escrow is due at once, and is answered unless it waits for a rate. Each escrow expires when the next one is due, after 30 days at the latest. The tokens of the customer are never answered. Without `depositor_address`, an escrow in ETH, POL or their USDC has no address to pay to (`escrow_address` is null) until the customer names an address for refunds on its page; the e-mail asks for it. With `card` each escrow has a `checkout_url`, which leads its customer to a fresh page of the card processor while the escrow is `created`. A beneficiary that is no wallet of the business needs what a new wallet needs: the scope `wallets:write` of an API key, or a recent confirmation in the portal.',
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
          'NOT_IMPLEMENTED',
          'CHAIN_UNAVAILABLE',
        ],
      },
      { escrow: z.union([escrowView.schema, seriesChildView.schema]).optional() },
    )
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => createSeries(ctx, { actor: ctx.actor, terms: input, keep }),
        present: ({ series: created, escrow, child }: CreatedSeries) => ({
          ...series.present(created),
          ...(escrow && { escrow: presentEscrow(escrow) }),
          ...(child && { escrow: seriesChildView.present(child) }),
        }),
      }),
    ),

  get: series
    .get({ description: 'With its escrows, by ascending period.' }, { escrows: z.array(seriesChildView.schema) })
    .query(async ({ ctx, input: { id } }) => {
      const found = await getSeries(ctx, { actor: ctx.actor, id })
      return { ...series.present(found.series), escrows: found.children.map(seriesChildView.present) }
    }),

  list: series.list(ListSeriesInput).query(async ({ ctx, input }) => {
    const found = await listOwned(ctx, { of: ownSeries, actor: ctx.actor, filter: input, where: { state: input.status } })
    return series.page(input, found)
  }),

  update: series
    .update(UpdateSeriesInput, {
      description:
        'Absent members stay unchanged. A new amount or interval is for later escrows; open ones keep theirs. A new amount for a beneficiary that is no wallet of the business needs the scope `wallets:write`, as its creation did.',
      example: { status: 'paused' },
      errors: ['INVALID_STATE', 'INVALID_AMOUNT', 'AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE'],
    })
    .mutation(async ({ ctx, input }) => series.present(await updateSeries(ctx, { actor: ctx.actor, changes: input }))),

  cancel: series
    .action('cancel', {
      also: [{ method: 'delete', path: `${path}/{id}` }],
      description: 'For ever; open escrows go on. A series that has ended already stays as it is.',
    })
    .mutation(series.once(cancelSeries)),

  portal: router({
    calendar: portalProcedure
      .input(series.ref)
      .output(seriesCalendarView.schema)
      .query(async ({ ctx, input: { id } }) => seriesCalendarView.present(await readCalendar(ctx, { actor: ctx.actor, id }))),

    dispute: portalProcedure
      .input(DisputeChildInput)
      .output(z.object({ escrow: escrowView.schema }))
      .mutation(async ({ ctx, input }) => ({ escrow: presentEscrow(await disputeChild(ctx, { actor: ctx.actor, child: input })) })),
  }),
})
