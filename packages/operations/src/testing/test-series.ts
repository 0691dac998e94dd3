import { CreateSeriesInput, UpdateSeriesInput } from '@gateway/contract/series-inputs'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { staticRates } from '@gateway/providers/rates/static-rates'
import type { RateSource } from '@gateway/providers/rates/source'
import { type CreatedSeries, createSeries } from '../series/create-series.ts'
import { getSeries } from '../series/read-series.ts'
import { sweepSeries } from '../series/periods/sweep-series.ts'
import { updateSeries } from '../series/update-series.ts'
import type { TestShop } from './test-shop.ts'

const HOUR_MS = 60 * 60 * 1_000

/** The terms of every test series, as a client sends them. */
const seriesTerms = {
  payment_method: 'crypto',
  customer_email: 'lena@hoffmann.example',
  description: 'Coffee of the week',
  amount: 600,
  currency: 'USD',
  interval: 'weekly',
  coin: 'BTC',
  depositor_address: 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp',
  beneficiary_address: 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9',
} as const

/** Fixed prices that a test can take away. */
export function removableRates(): RateSource & { isAvailable: boolean } {
  const prices = staticRates({ 'BTC/USD': '60000', 'USD/EUR': '0.92' })
  const rates = {
    isAvailable: true,
    findPrice: async (...asked: Parameters<RateSource['findPrice']>) => (rates.isAvailable ? prices.findPrice(...asked) : undefined),
  }
  return rates
}

/** The steps of a series, for the current shop of a test. */
export function seriesOf(at: () => TestShop) {
  const actorOf = (actor: Actor | undefined): Actor => actor ?? at().actor
  return {
    /** Creates a series, in US dollars and BTC by default. */
    create: ({ actor, ...terms }: { actor?: Actor } & Readonly<Record<string, unknown>> = {}): Promise<CreatedSeries> =>
      createSeries(at().ctx, { actor: actorOf(actor), terms: CreateSeriesInput.parse({ ...seriesTerms, ...terms }) }),
    change: (id: string, changes: Readonly<Record<string, unknown>>, actor?: Actor) =>
      updateSeries(at().ctx, { actor: actorOf(actor), changes: UpdateSeriesInput.parse({ id, ...changes }) }),
    read: (id: string, actor?: Actor) => getSeries(at().ctx, { actor: actorOf(actor), id }),
    /** Lets hours pass, and sweeps. @returns how many series moved. */
    pass: (hours: number): Promise<number> => {
      at().ctx.clock.advance(hours * HOUR_MS)
      return sweepSeries(at().ctx, 0)
    },
    /** Names of the events of a series, in sequence order. */
    events: async (id: string): Promise<string[]> => {
      const db = tables(at().ctx.orm.em.fork())
      const rows = await db.selectFrom('event').select('type').where('objectId', '=', id).orderBy('sequence').execute()
      return rows.map(({ type }) => type)
    },
  }
}
