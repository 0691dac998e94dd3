import { payBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { eventually } from '@gateway/testing/wait'
import type { Browser, Page } from 'playwright-core'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { type CardShop, cardShopOf } from '../support/cards.ts'
import { say } from '../support/say.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'
import { openShopper } from '../support/shopper.ts'
import { mine } from '../support/story.ts'

let story: Shared
let shop: CardShop
let browser: Browser
beforeAll(async () => {
  ;[story, browser] = await Promise.all([sharedStory(), startBrowser()])
  shop = cardShopOf(story.shop)
  await onboardCards(shop)
})
afterAll(async () => {
  await browser?.close()
  await story?.close()
})

type Members = Readonly<Record<string, unknown>>

const PROFILE = {
  legal_name: 'Kestrel Coffee GmbH',
  address: { street: 'Bergmannstraße 9', postcode: '10961', city: 'Berlin', country: 'DE' },
  vat_id: 'DE123456789',
}
const ITEMS = [{ description: 'Sidama <b>washed</b>', quantity: 2, unit_code: 'KGM', unit_amount: 10, tax_rate: 7 }]

/** A draft to a client with an address of its own, payable in bitcoin and by card. */
async function draft(terms: Members = {}) {
  const email = `lena-${randomBytes(4).toString('hex')}@hoffmann.example`
  await say(shop.api, `PATCH /businesses/${shop.businessId}`, { key: shop.token, body: { tax_profile: PROFILE } })
  const client = await shop.request('POST /clients', {
    name: 'Lena Hoffmann',
    email,
    language: 'de',
    address: { street: 'Gasse 1', postcode: '1010', city: 'Wien', country: 'AT' },
  })
  expect(client.body).toMatchObject({ success: true })
  const made = await shop.request('POST /invoices', {
    currency: 'EUR',
    crypto_currency: 'BTC',
    client_id: client.body['id'],
    items: ITEMS,
    due_date: '2099-12-31',
    notes: 'Danke',
    ...terms,
  })
  expect(made.body).toMatchObject({ status: 'draft' })
  const id = String(made.body['id'])
  return { id, email, clientId: String(client.body['id']), page: `${shop.api}/now/${id}` }
}

const bytesOf = async (path: string, key?: string) => {
  const response = await fetch(`${shop.api}/api${path}`, { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } })
  const bytes = Buffer.from(await response.arrayBuffer())
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}
type Letter = Shared['mail']['emails'][number]
/** The file that came with a letter. */
function fileOf(letter: Letter | undefined) {
  const [file] = letter?.attachments ?? []
  if (!file) throw new Error('no file came with the letter')
  return file
}
const digestOf = (letter: Letter | undefined) => createHash('sha256').update(fileOf(letter).content).digest('hex')
const lettersTo = (email: string) => story.mail.emails.filter(({ to }) => to.includes(email))

/** Waits for a text on a page that looks at once, as it does when the browser is online again, instead of a quarter of a minute later. */
const shows = (page: Page, text: string) =>
  eventually(`the page to say ${text}`, async () => {
    await page.evaluate("dispatchEvent(new Event('online'))")
    return page.getByText(text).first().isVisible()
  })

test('A client gets the invoice as a letter in their language with the very PDF that is stored, and pays it in bitcoin on its page.', async () => {
  const { id, email, clientId, page: address } = await draft()
  expect((await fetch(address)).status).toBe(404)
  expect((await bytesOf(`/invoices/${id}/pay/pdf`)).status).toBe(404)

  const sent = await shop.request(`POST /invoices/${id}/send`)
  expect(sent).toMatchObject({ status: 200, body: { status: 'sent', emailAccepted: true, pay_url: expect.stringContaining(`/now/${id}`) } })
  await eventually('the letter', async () => lettersTo(email).length === 1)
  const [letter] = lettersTo(email)
  expect(letter?.headers).toMatchObject({ 'content-language': 'de', 'reply-to': expect.stringContaining(shop.email) })
  expect(letter?.text).toContain(`/now/${id}`)
  expect(fileOf(letter).type).toBe('application/pdf')
  expect(fileOf(letter).content.toString('latin1')).toContain('(factur-x.xml)')
  const sha256 = digestOf(letter)
  expect(await bytesOf(`/invoices/${id}/pdf`, shop.key)).toMatchObject({ status: 200, type: 'application/pdf', sha256 })
  expect(await bytesOf(`/invoices/${id}/pay/pdf`)).toMatchObject({ status: 200, sha256 })
  expect((await shop.request(`GET /invoices/${id}`)).body['pdf_url']).toMatch(new RegExp(`/api/invoices/${id}/pay/pdf$`))
  expect((await bytesOf(`/invoices/${id}/pdf`)).status).toBe(401)

  const { body: pay } = await say(shop.api, `GET /invoices/${id}/pay`)
  expect(pay).toMatchObject({
    success: true,
    amount: 21.4,
    status: 'sent',
    cryptoCurrency: 'BTC',
    businessName: 'Story shop',
    notes: 'Danke',
  })
  expect(pay['invoice']).toMatchObject({ payment_address: pay['paymentAddress'], expires_at: pay['expiresAt'], qr_code: pay['qrCode'] })
  expect(String(pay['qrCode'])).toMatch(/^data:image\/png;base64,/)
  expect(JSON.stringify(pay)).not.toMatch(new RegExp(`${clientId}|client|wallet`))

  expect((await shop.request(`GET /invoices/${id}`)).body['viewed_at']).toBeNull()
  const client = await openShopper(browser, address)
  const { page } = client
  await page.getByRole('heading', { name: /^Invoice INV-\d+$/ }).waitFor()
  expect(await page.getByText('Sidama <b>washed</b>').count()).toBe(1)
  expect(await page.locator('#pdf').getAttribute('href')).toBe(`/api/invoices/${id}/pay/pdf`)
  expect(await page.locator('#card').isVisible()).toBe(false)
  await page.locator('#way-card').check({ force: true })
  expect(await page.locator('#card').getAttribute('href')).toBe(`/now/${id}/card`)
  expect([await page.locator('#card').isVisible(), await page.locator('#wallet').isVisible()]).toEqual([true, false])
  const viewedAt = (await shop.request(`GET /invoices/${id}`)).body['viewed_at']
  expect(viewedAt).toEqual(expect.any(String))

  const sats = BigInt(Math.round(Number(pay['cryptoAmount']) * 100_000_000))
  await payBitcoin(story.bitcoin, { address: String(pay['paymentAddress']), sats })
  await shows(page, 'is on the way')
  expect(await page.locator('#wallet, #card, .addr').count()).toBe(0)
  await mine(story, 'BTC', 6)
  await shows(page, 'Thank you, this invoice is paid')
  expect(await client.isSameDocument()).toBe(true)
  expect(client.trouble).toEqual([])
  await client.close()
  expect((await shop.request(`GET /invoices/${id}`)).body).toMatchObject({ status: 'paid', viewed_at: viewedAt })
  await eventually('the letter that it is paid', async () => lettersTo(email).length === 2)
  expect(lettersTo(email)[1]?.headers['subject']).toMatch(/ist bezahlt$/)
})

test('A character that no font has is refused with its field when the invoice is sent, which stays a draft.', async () => {
  const { id } = await draft({ items: [{ ...ITEMS[0], description: 'قهوة' }] })
  for (const way of ['send', 'publish']) {
    const refused = await shop.request(`POST /invoices/${id}/${way}`)
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    expect(JSON.stringify(refused.body)).toMatch(/items\.0\.description.*U\+0642/)
  }
  expect((await shop.request(`GET /invoices/${id}`)).body).toMatchObject({ status: 'draft' })
})

test('A credit note over the whole cancels the invoice, has a document of its own, and the page says not to pay.', async () => {
  const { id, email, page } = await draft()
  await shop.request(`POST /invoices/${id}/send`)
  await eventually('the letter', async () => lettersTo(email).length === 1)
  const credited = await shop.request(`POST /invoices/${id}/credit-notes`, { reason: 'Zurückgegeben' })
  expect(credited.status).toBe(201)
  await eventually('the letter with the credit note', async () => lettersTo(email).length === 2)
  const [first, second] = lettersTo(email)
  expect(second?.headers['subject']).toMatch(/Gutschrift INV-\d+/)
  expect(fileOf(second).name).not.toBe(fileOf(first).name)
  expect(fileOf(second).content.toString('latin1')).toContain('(factur-x.xml)')
  const note = Object(credited.body['credit_note'])
  expect(await bytesOf(`/invoices/${String(note.id)}/pdf`, shop.key)).toMatchObject({ status: 200, sha256: digestOf(second) })
  const answer = await fetch(page)
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('This invoice was cancelled')])
  expect((await say(shop.api, `GET /invoices/${id}/pay`)).status).toBe(404)
})
