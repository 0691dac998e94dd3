import { startBrowser } from '@gateway/tests/support/browser'
import { openDatabase } from '../database.ts'
import { median, quantile, shownMs } from '../numbers.ts'
import { createPayments } from '../requests/create-payments.ts'
import { openShops } from '../requests/open-shops.ts'
import { startGateway } from '../requests/start-gateway.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { openPhone, type Opening, type Phone } from './open-phone.ts'
import { sized } from '../sized.ts'

const PAGES = sized(40, 2)
const WARM_UP = sized(10, 1)

const text: SectionText = {
  title: 'The checkout page',
  intro:
    'From the first byte of `GET /pay/{id}` to the usable page in a headless Chromium on loopback, each time of another payment: amount, address and QR code are painted, and the ' +
    `script has run, so that copying works. A first visit loads styles, fonts and scripts too; a later one finds them in the cache. ${PAGES} pages of each kind, on a phone of 390 pixels, after ${WARM_UP} that warm up api and browser. Browser, api and Postgres share ` +
    'the machine.',
  aims: [{ text: 'usable at most 150 ms after the first byte', column: 'p95', max: 150 }],
}

/** How soon a shopper can use the checkout page. */
export const checkout: Bench = { sections: [text], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const ends: (() => Promise<unknown>)[] = []
    try {
      const database = await openDatabase(folder)
      ends.push(() => database.stop())
      const gateway = await startGateway(database, { folder, log }, { poolAddresses: 0 })
      ends.push(() => gateway.stop())
      const browser = await startBrowser()
      ends.push(() => browser.close())
      const origin = `http://127.0.0.1:${gateway.api.port}`
      const [key = ''] = await openShops(origin, database.sql, 1)
      const payments = await createPayments(origin, { key, count: PAGES })
      const urls = payments.map(({ id }) => `${origin}/pay/${id}`)
      const rows: string[][] = []
      for (const [name, keepsFiles] of Object.entries(visits)) {
        const phone = await openPhone(browser, { keepsFiles })
        rows.push([name, ...figuresOf(await visit(phone, urls))])
        await phone.close()
        log(`checkout: ${name}`)
      }
      return [{ head: ['page', 'p50', 'p95', 'slowest', 'first byte after the request'], rows }]
    } finally {
      for (const end of ends.toReversed()) await end()
    }
  })
}

/** Kinds of visits, by whether the browser has the files of an earlier one. */
const visits: Readonly<Record<string, boolean>> = { 'first visit': false, 'later visit': true }

async function visit(phone: Phone, urls: readonly string[]): Promise<Opening[]> {
  for (const url of urls.slice(0, WARM_UP)) await phone.opens(url)
  const openings: Opening[] = []
  for (const url of urls) openings.push(await phone.opens(url))
  return openings
}

function figuresOf(openings: readonly Opening[]): string[] {
  const usable = openings.map(({ usableMs }) => usableMs)
  return [median(usable), quantile(usable, 0.95), quantile(usable, 1), median(openings.map(({ firstByteMs }) => firstByteMs))].map(shownMs)
}
