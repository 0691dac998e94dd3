import {
  ConversionView,
  ConvertAmountInput,
  GetRateInput,
  ListRatesInput,
  presentConversion,
  presentRateAnswer,
  presentRates,
  RateAnswerView,
  RateListView,
} from '@gateway/contract/rates'
import { answerRate } from '@gateway/operations/rates/answer-rate'
import { convertAmount } from '@gateway/operations/rates/convert-amount'
import { listRates } from '@gateway/operations/rates/list-rates'
import { publicProcedure, router } from '../trpc.ts'
import { ratesPortalRouter } from './portal-router.ts'

const MAX_AGE_SECONDS = 15
const shared = { tag: 'rates', cors: true, limit: 'rates', maxAgeSeconds: MAX_AGE_SECONDS } as const

/** Prices of coins in fiat currencies; public. */
export const ratesRouter = router({
  get: publicProcedure
    .meta({
      rest: {
        ...shared,
        method: 'get',
        path: '/api/rates',
        summary: 'Get a rate',
        description:
          'Returns the price of one coin, before the spread of a business. `amount` also converts a fiat amount to the coin; `coins=BTC,ETH` returns several rates. Without a current rate the last good one is returned with `stale`, for ten minutes; no payment is quoted at it.',
        errors: ['UNSUPPORTED_BLOCKCHAIN', 'UNSUPPORTED_CURRENCY', 'INVALID_AMOUNT', 'RATE_UNAVAILABLE'],
      },
    })
    .input(GetRateInput)
    .output(RateAnswerView)
    .query(async ({ ctx, input }) => presentRateAnswer(await answerRate(ctx, input))),

  convert: publicProcedure
    .meta({
      rest: {
        ...shared,
        method: 'get',
        path: '/api/rates/convert',
        summary: 'Convert a fiat amount',
        description:
          'Converts a fiat amount to a coin. The amount of a payment is rounded up instead, and includes the spread of its business.',
        errors: ['UNSUPPORTED_BLOCKCHAIN', 'UNSUPPORTED_CURRENCY', 'INVALID_AMOUNT', 'RATE_UNAVAILABLE'],
      },
    })
    .input(ConvertAmountInput)
    .output(ConversionView)
    .query(async ({ ctx, input }) => presentConversion(await convertAmount(ctx, input))),

  list: publicProcedure
    .meta({
      rest: {
        ...shared,
        method: 'post',
        path: '/api/rates/batch',
        summary: 'Get several rates',
        description: 'The answer spells coins as the request does. Unknown coins are listed in `unavailable` and cause no error.',
        example: { cryptocurrencies: ['BTC', 'ETH', 'USDC'], fiat_currency: 'USD' },
        shown: { rates: { BTC: 61234.56, ETH: 2431.07, USDC: 1 } },
        errors: ['UNSUPPORTED_CURRENCY', 'RATE_UNAVAILABLE'],
      },
    })
    .input(ListRatesInput)
    .output(RateListView)
    .query(async ({ ctx, input }) => presentRates(await listRates(ctx, input))),

  portal: ratesPortalRouter,
})
