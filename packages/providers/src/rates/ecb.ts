import { isFiatCode } from '@gateway/domain/money/fiat'
import { UnreadableAnswer } from './read-form.ts'
import type { ReferenceFeed } from './source.ts'

const DAY = /<Cube\s+time=(["'])(\d{4}-\d{2}-\d{2})\1\s*>/g
const RATE = /<Cube\s+currency=(["'])([A-Z]{3})\1\s+rate=(["'])(\d{1,9}(?:\.\d{1,9})?)\3\s*\/>/g
/** The rates of a day are set at 14:10 and published around 16:00 in Frankfurt, which is not before this. */
const PUBLISHED = 'T14:00:00.000Z'

/**
 * The European Central Bank’s reference rates of the last working day: units of each currency per euro.
 * The file has one shape, three nested `Cube` elements, which is parsed strictly instead of as general XML.
 * @see https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates
 */
export const ecb: ReferenceFeed = {
  name: 'ecb',
  read(body) {
    const [day, ...further] = [...body.matchAll(DAY)]
    const at = new Date(`${day?.[2] ?? ''}${PUBLISHED}`)
    if (further.length > 0 || Number.isNaN(at.getTime())) throw new UnreadableAnswer('not exactly one day')
    const rates = [...body.matchAll(RATE)].map(([, , currency = '', , rate = '']) => [currency, rate] as const)
    if (new Set(rates.map(([currency]) => currency)).size < rates.length) throw new UnreadableAnswer('a currency twice')
    if (!rates.some(([currency]) => currency === 'USD')) throw new UnreadableAnswer('no rate of the dollar')
    return { source: 'ecb', at, perEuro: Object.fromEntries(rates.filter(([currency]) => isFiatCode(currency))) }
  },
}
