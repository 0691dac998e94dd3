import { TimeZone } from '@gateway/contract/wire/time-zone'
import { migrate } from '@gateway/db/migrate'
import { tables } from '@gateway/db/tables'
import { endOfDay, lastDays, startOfDay } from '@gateway/domain/kernel/local-day'
import { localTimeAt } from '@gateway/domain/series/slot-anchor'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop({}, 0)))
afterAll(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())

/** Zones of ICU that neither the runtime nor the IANA database lists. Postgres takes some for POSIX rules. */
const unlisted = ['EST5', 'EST5EDT', 'PST8', 'PST8PDT', 'MST7', 'MST7MDT', 'CST6', 'CST6CDT', 'AST4', 'AST4ADT', 'YST9', 'YST9YDT', 'HST10']
  .map((name) => `SystemV/${name}`)
  .concat('US/Pacific-New')
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const threeLetters = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c)))

function isOfRuntime(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Names of the IANA database, links included, as Postgres has it. */
async function namesOfIana(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM pg_timezone_names`.execute(db())
  return rows.map(({ name }) => name)
}

/** Every name that the runtime takes: those it lists, the links of the IANA database, every one of three letters, and the unlisted ones. */
const namesOfRuntime = (iana: readonly string[]): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), ...iana, ...threeLetters, ...unlisted])].filter(isOfRuntime)

/** Of years about which all releases of the IANA database agree: Postgres may have one that does not know the newest law, and is never asked for it. */
const moments = ['2024-01-15T12:34:00Z', '2024-07-15T12:34:00Z', '2025-01-15T00:01:00Z', '2025-07-15T23:59:00Z']

const byRuntime = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))

const byCalendar = (timeZone: string, at: string): string =>
  localTimeAt(new Date(at), timeZone).toString({ smallestUnit: 'minute' }).replace('T', ' ')

/** The minutes that Postgres shows; undefined when it does not know the name. */
async function byPostgres(timeZone: string): Promise<string[] | undefined> {
  const asked = sql<{ shown: string }>`SELECT to_char(at::timestamptz AT TIME ZONE ${timeZone}, 'YYYY-MM-DD HH24:MI') AS shown
    FROM unnest(${moments}::text[]) WITH ORDINALITY AS asked(at, place) ORDER BY place`
  return asked.execute(db()).then(
    ({ rows }) => rows.map(({ shown }) => shown),
    () => undefined,
  )
}

function byOurs(timeZone: string): string[] | undefined {
  try {
    const shown = moments.map((at) => byCalendar(timeZone, at))
    return shown.join() === moments.map((at) => byRuntime(timeZone, at)).join() ? shown : undefined
  } catch {
    return undefined
  }
}

describe('a time zone', () => {
  test('is taken by exactly the IANA names that the runtime, the calendar and Postgres read alike to the minute, in January and July', async () => {
    const iana = await namesOfIana()
    const names = namesOfRuntime(iana)
    expect(names.length).toBeGreaterThan(600)
    expect(names).toEqual(expect.arrayContaining(['IST', 'CTT', 'EST', 'CET', 'Etc/GMT+5', 'US/Pacific-New', 'Asia/Kolkata']))
    for (const name of names) {
      const ours = iana.includes(name) ? byOurs(name) : undefined
      const isAlike = ours !== undefined && ours.join() === (await byPostgres(name))?.join()
      expect([name, TimeZone.safeParse(name).success]).toEqual([name, isAlike])
    }
  })

  test('of an earlier version that took other names is refused by the migration, which names the business', async () => {
    const url = String(shop.ctx.orm.config.get('clientUrl'))
    await migrate({ url })
    await db().updateTable('business').set({ timeZone: 'IST' }).where('id', '=', shop.businessId).execute()
    await expect(migrate({ url })).rejects.toThrow(`no IANA name: ${shop.businessId} IST`)
    await db().updateTable('business').set({ timeZone: 'Asia/Kolkata' }).where('id', '=', shop.businessId).execute()
    await migrate({ url })
  })
})

describe('a day of a business', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29', ['2026-03-28T23:00', '2026-03-29T22:00']],
    ['America/Santiago', '2026-09-06', ['2026-09-06T04:00', '2026-09-07T03:00']],
    ['Pacific/Apia', '2011-12-29', ['2011-12-29T10:00', '2011-12-30T10:00']],
    ['Asia/Kolkata', '2026-07-01', ['2026-06-30T18:30', '2026-07-01T18:30']],
  ])('in %s lasts on %s between %o in UTC', (timeZone, day, bounds) => {
    const ends = [startOfDay(day, timeZone), endOfDay(day, timeZone)]
    expect(ends.map((at) => at.toISOString().slice(0, 16))).toEqual(bounds)
  })

  test('is one of the last days, which the calendar counts through daylight saving', () => {
    const days = lastDays(new Date('2026-03-29T23:30:00Z'), { timeZone: 'Europe/Berlin', count: 3 })
    expect(days.map(({ day, from }) => [day, from.toISOString().slice(0, 16)])).toEqual([
      ['2026-03-28', '2026-03-27T23:00'],
      ['2026-03-29', '2026-03-28T23:00'],
      ['2026-03-30', '2026-03-29T22:00'],
    ])
  })
})
