import { escrowPage } from '@gateway/pages/escrows/escrow-page'
import { type SampleEscrow, sampleEscrows } from '@gateway/pages/escrows/test-escrows'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { xssPayloads } from '../checkout/xss-payloads.ts'
import { accountAnswers } from '../screens/portal/account-answers.ts'
import { ago, NOW, type Told } from '../screens/portal/answers.ts'
import { BUSINESS_ID } from '../screens/portal/business-answers.ts'
import { disputedEscrow, ESCROW_ID, settledHistory } from '../screens/portal/escrow-answers.ts'
import { common } from '../screens/portal/scenes.ts'
import { servePortal } from '../screens/portal/serve-portal.ts'
import { startBrowser } from '../support/browser.ts'
import { builtPortal } from '../support/built-portal.ts'
import { DRAWN_NONCE, DRAWN_ORIGIN, drawnPages } from '../support/drawn-pages.ts'
import { WATCH, watchTrouble } from '../support/shopper.ts'

/** Texts that are typed into a field at once. */
const FEW = 16

let browser: Browser
beforeAll(async () => void (browser = await startBrowser()))
afterAll(() => browser?.close())

interface Watched {
  readonly context: BrowserContext
  readonly page: Page
  readonly trouble: string[]
}

/** A window that reports every script, dialog, request and breach of the policy that must not be. */
async function openWatched(): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 }, reducedMotion: 'reduce' })
  await context.addInitScript(WATCH)
  const page = await context.newPage()
  return { context, page, trouble: watchTrouble(page, DRAWN_ORIGIN) }
}

/** What stands in elements, without the quotation marks round what somebody has said. */
const said = async (elements: Locator): Promise<string[]> =>
  (await elements.allTextContents()).map((text) => text.replace(/^“([^]*)”$/, '$1'))

describe('texts that try to run as scripts, on the page of an escrow', () => {
  const decided: SampleEscrow = sampleEscrows['decided-refund']
  const entry = { type: 'disputed', actor: 'depositor', createdAt: decided.now, seal: '51f0d1b2c2' } as const
  /** Everything that a party, a merchant or an operator can write. */
  const places = {
    reason: (evil) => ({ ...decided, log: decided.log.map((entry) => ({ ...entry, details: { reason: evil } })) }),
    dispute: (evil) => ({ ...sampleEscrows.disputed, escrow: { ...sampleEscrows.disputed.escrow, disputeReason: evil } }),
    resolution: (evil) => ({ ...decided, escrow: { ...decided.escrow, disputeResolution: evil } }),
    metadata: (evil) => ({ ...decided, escrow: { ...decided.escrow, metadata: { [evil]: evil } } }),
    typedReason: (evil) => ({ ...sampleEscrows['dispute-missing'], show: { step: 'dispute', reason: evil, problem: 'too_long' } }),
    typedAddress: (evil) => ({ ...sampleEscrows['address-wrong'], show: { step: 'overview', typed: evil, problem: 'malformed' } }),
    address: (evil) => ({
      ...decided,
      escrow: { ...decided.escrow, contract: null, depositorAddress: evil, beneficiaryAddress: evil, arbiterAddress: evil },
    }),
    link: (evil) => ({ ...sampleEscrows.funded, query: { id: evil, lang: evil, do: evil } }),
  } as const satisfies Readonly<Record<string, (evil: string) => SampleEscrow>>
  type Place = keyof typeof places

  const drawn = (place: Place, evil: string): string => escrowPage({ ...places[place](evil), language: 'en', nonce: DRAWN_NONCE })
  const elementsOf = (html: string): string[] => html.match(/<[^>]*>/g)?.map((tag) => /^<[^\s>]*/.exec(tag)?.[0] ?? '') ?? []

  test.each(Object.keys(places) as Place[])('change no element, wherever they stand: %s', (place) => {
    // Addresses stand in groups of four, so that their number of elements follows their length.
    const shape = (html: string): string[] => (place === 'address' ? [...new Set(elementsOf(html))].toSorted() : elementsOf(html))
    const plain = shape(drawn(place, 'plain'))
    for (const payload of xssPayloads) expect([payload, shape(drawn(place, payload))]).toEqual([payload, plain])
  })

  test('appear as they are in a browser, on the first page and on every newer one that a script takes over', async () => {
    const { context, page, trouble } = await openWatched()
    const pages = await drawnPages(context)
    const log = xssPayloads.map((reason) => ({ ...entry, details: { reason } }))
    await pages.show(page, escrowPage({ ...decided, log, language: 'en', nonce: DRAWN_NONCE }))
    expect(await said(page.locator('.said'))).toEqual(xssPayloads)
    for (const [at, disputeResolution] of xssPayloads.entries()) {
      // What is deposited tells one version from the next.
      const escrow = { ...decided.escrow, disputeResolution, depositedUnits: BigInt(at) }
      pages.put(escrowPage({ ...decided, escrow, language: 'en', nonce: DRAWN_NONCE }))
      await page.evaluate("dispatchEvent(new Event('online'))")
      await page.locator(`#main[data-version*=" ${at} "]`).waitFor()
      expect(await said(page.locator('#decision p'))).toEqual([disputeResolution])
    }
    expect([trouble, pages.unknown]).toEqual([[], []])
    await context.close()
  })

  test('appear as they were typed where a form asks again', async () => {
    const { context, page, trouble } = await openWatched()
    const pages = await drawnPages(context)
    for (let from = 0; from < xssPayloads.length; from += FEW) {
      const typed = xssPayloads.slice(from, from + FEW).join(' ')
      await pages.show(page, drawn('typedReason', typed))
      expect(await page.locator('#reason').inputValue()).toBe(typed)
      await pages.show(page, drawn('typedAddress', typed))
      expect(await page.locator('#address').inputValue()).toBe(typed)
    }
    expect([trouble, pages.unknown]).toEqual([[], []])
    await context.close()
  })
})

describe('texts that try to run as scripts, in the portal', () => {
  let watched: Watched
  let served: Awaited<ReturnType<typeof servePortal>>
  beforeAll(async () => {
    watched = await openWatched()
    served = await servePortal(watched.context, await builtPortal())
    await watched.page.clock.install({ time: NOW })
  })
  afterAll(() => watched?.context.close())

  async function open(path: string, told: Told): Promise<Page> {
    served.tell({ ...common, ...told })
    await watched.page.goto(`${DRAWN_ORIGIN}/dashboard${path}`)
    await watched.page.locator('.skel, [aria-busy=true]').first().waitFor({ state: 'detached' })
    return watched.page
  }

  test('appear as they are in an escrow: its metadata, its dispute and its history', async () => {
    const all = xssPayloads.join('\n')
    const detail = {
      ...disputedEscrow,
      escrow: { ...disputedEscrow.escrow, metadata: { [all]: all }, dispute_reason: all, dispute_resolution: all },
    }
    const [entry] = settledHistory.events
    const events = xssPayloads.map((reason, at) => ({
      ...entry,
      id: String(at),
      details: at % 2 === 0 ? { reason } : { resolution: reason },
    }))
    const page = await open(`/b/${BUSINESS_ID}/escrows/${ESCROW_ID}`, {
      'escrows.portal.detail': detail,
      'escrows.events': { events: events as (typeof settledHistory)['events'], total: events.length },
    })
    await expect.poll(() => said(page.getByRole('table', { name: 'Audit log' }).locator('[data-cell=foot]'))).toEqual(xssPayloads)
    expect((await said(page.locator('dd.wide'))).filter((text) => text === all)).toHaveLength(2)
    expect(await page.locator('pre').first().textContent()).toBe(JSON.stringify({ [all]: all }, null, 2))
    expect(watched.trouble).toEqual([])
  })

  test('appear as they are to the operators who decide: the reason, and who has approved what', async () => {
    const disputes = xssPayloads.map((reason, at) => ({
      id: `${String(at).padStart(8, '0')}-7c04-4a57-93d8-5b0f2c61e7aa`,
      reason,
      blockchain: 'BTC' as const,
      amount: '0.05',
      fee: '0.0005',
      depositor_address: null,
      beneficiary_address: disputedEscrow.escrow.beneficiary_address,
      amount_usd: 2933.18,
      disputed_at: ago(30),
      decided_at_latest: ago(-30),
      needed: 2,
      approved: { release: [reason], refund: [reason] },
    }))
    const { merchant } = accountAnswers['accounts.portal.current']
    const page = await open('/operator/disputes', {
      'accounts.portal.current': {
        ...accountAnswers['accounts.portal.current'],
        merchant: { ...merchant, is_operator: true, name: xssPayloads[0] ?? '', email: xssPayloads[4] ?? '' },
      },
      'operator.disputes': { disputes },
    })
    await expect.poll(() => said(page.getByRole('table', { name: 'Disputes' }).locator('[data-cell=foot]'))).toEqual(xssPayloads)
    for (const at of [0, 4, 12, 38]) {
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Decide…' }).nth(at).click()
      expect(await dialog.locator('p').first().textContent()).toBe(xssPayloads[at])
      expect(await dialog.locator('.hint').first().textContent()).toContain(`Release: ${xssPayloads[at]}.`)
      await dialog.getByRole('button', { name: 'Decide later' }).click()
    }
    expect(watched.trouble).toEqual([])
  })
})
