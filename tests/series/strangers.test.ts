import { eventually } from '@gateway/testing/wait'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Said, say } from '../support/say.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'
import { newCredentials, openShop, type Shop } from '../support/shop.ts'
import { newWallets } from '../support/wallets.ts'

let story: Shared
/** Its owner has not opened the link. */
let newcomer: Shop
beforeAll(async () => {
  story = await sharedStory()
  newcomer = await openShop(story.gateway.api, await newWallets())
})
afterEach(() => {
  story.mail.answer = '250'
})
afterAll(async () => {
  newcomer?.receiver.close()
  await story?.close()
})

const ask = (route: string, body: object, key?: string): Promise<Said> =>
  say(story.gateway.api, route, { body: { ...body }, ...(key !== undefined && { key }) })
const newCustomer = () => newCredentials().email
const mailsTo = (address: string) => story.mail.emails.filter(({ to }) => to.includes(address))

async function create({ key, businessId: business_id, wallets }: Shop, terms: object): Promise<Said> {
  const [{ BTC: depositor_address }, beneficiary_address] = [await newWallets(['BTC']), wallets.BTC]
  const price = { amount: 25, currency: 'USD', interval: 'weekly', coin: 'BTC', payment_method: 'crypto' }
  return ask('POST /escrow/series', { business_id, depositor_address, beneficiary_address, ...price, ...terms }, key)
}

/** The first child of a new series for a customer, once its e-mail is no longer on its way. */
async function firstChild(shop: Shop, customer_email: string) {
  const { status, body } = await create(shop, { customer_email })
  expect(status).toBe(201)
  return eventually('the e-mail of the first child to be sent or not', async () => {
    const read = await say(story.gateway.api, `GET /escrow/series/${String(body['id'])}`, { key: shop.key })
    const [child] = Object(read.body['escrows'])
    return child.email_status === 'queued' ? undefined : child
  })
}

describe('e-mails to strangers', () => {
  test('a merchant writes to customers once the link in the own e-mail was opened; until then the series says why not', async () => {
    const stranger = newCustomer()
    expect(await firstChild(newcomer, stranger)).toMatchObject({ email_status: 'not_sent', email_problem: 'sender_unverified' })
    const token = await eventually('the e-mail with the link', async () => {
      const [mail] = mailsTo(newcomer.email).filter(({ text }) => text.includes('verify-email#token='))
      return /verify-email#token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    })
    expect(await ask('POST /auth/verify-email', { token })).toMatchObject({ status: 200 })
    const customer = newCustomer()
    const child = await firstChild(newcomer, customer)
    expect(child).toMatchObject({ email_status: 'sent', email_problem: null })
    expect(mailsTo(customer)).toMatchObject([{ text: expect.stringContaining(`/escrow/manage?id=${String(child.id)}&token=esc_`) }])
    expect(mailsTo(stranger)).toEqual([])
  })

  test('a customer whose mailbox does not exist is not tried again, and the series says so', async () => {
    const nobody = newCustomer()
    story.mail.answer = '550 5.1.1'
    expect(await firstChild(story.shop, nobody)).toMatchObject({ email_status: 'not_sent', email_problem: 'address_refused' })
    story.mail.answer = '250'
    expect(await firstChild(story.shop, nobody)).toMatchObject({ email_status: 'not_sent', email_problem: 'address_refused' })
    expect(mailsTo(nobody)).toEqual([])
  })
})

describe('an address to which no e-mail could ever go', () => {
  const impossible = ['a..b@shop.example', '<a@shop.example>', 'a@localhost', 'a@[127.0.0.1]', 'a@1.2.3.4', 'a@shop', '"a"@shop.example']

  test.each(impossible)('%s is refused at sign-up and as a customer, by the name of its field', async (address) => {
    const refusal = (field: string) => ({ status: 400, body: { code: 'VALIDATION_ERROR', details: [{ field }] } })
    expect(await ask('POST /auth/register', { ...newCredentials(), email: address })).toMatchObject(refusal('email'))
    expect(await create(story.shop, { customer_email: address })).toMatchObject(refusal('customer_email'))
  })
})

describe('a text of one line', () => {
  test('a text of one line comes back without line breaks and controls of direction, and keeps its marks and joiners', async () => {
    const { body } = await create(story.shop, { customer_email: newCustomer(), description: 'Tea\u202e\r\nof \u200fשלום 👩‍👧' })
    expect(body['description']).toBe('Tea of \u200fשלום 👩‍👧')
    const named = await ask('POST /businesses', { name: '\u2067Shop\u2069\u2028' }, newcomer.token)
    expect(named).toMatchObject({ status: 201, body: { name: 'Shop' } })
  })

  test.each(['\u200b', '\u202e\u202c', '\u3164', '\u2800\u00a0'])('a name of which nothing can be seen is refused (%j)', async (name) => {
    expect(await ask('POST /businesses', { name }, newcomer.token)).toMatchObject({ status: 400, body: { details: [{ field: 'name' }] } })
    expect(await create(story.shop, { customer_email: newCustomer(), description: name })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'description' }] },
    })
  })
})
