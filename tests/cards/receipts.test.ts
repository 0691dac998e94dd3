import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { eventually } from '@gateway/testing/wait'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardShop, cardShopOf } from '../support/cards.ts'
import { say } from '../support/say.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'

let story: Shared
let shop: CardShop
beforeAll(async () => {
  story = await sharedStory()
  shop = cardShopOf(story.shop)
  await onboardCards(shop)
})
afterAll(() => story?.close())

const rename = (descriptor: string) =>
  say(shop.api, `PATCH /businesses/${shop.businessId}`, { key: shop.token, body: { statement_descriptor: descriptor } })
const effectsOf = async (kind: string) => {
  const { effects } = await story.stripe.control.do('readLog')
  return effects.map(({ object }) => object as unknown as Readonly<Record<string, unknown>>).filter(({ object }) => object === kind)
}

test('A customer whose address the shop names gets a receipt of the payment and of each refund, in the language of the page, once each.', async () => {
  const customer = `lena-${randomBytes(4).toString('hex')}@hoffmann.example`
  const payment = await shop.createPaidCard({ amount: 2_599, description: 'Order A-1001', customer_email: customer, language: 'pt-BR' })
  const letters = () => story.mail.emails.filter(({ to }) => to.includes(customer))
  await eventually('the receipt', async () => letters().length === 1)
  const [receipt] = letters()
  expect(receipt?.headers).toMatchObject({ 'content-language': 'pt-BR', subject: 'Story shop: recibo de US$\u00a025,99' })
  expect(receipt?.text).toContain('Order A-1001')
  await shop.request('POST /cards/refund', { payment_id: payment['id'], amount: 599 })
  await eventually('the receipt of the refund', async () => letters().length === 2)
  expect(letters()[1]?.headers).toMatchObject({ subject: 'Story shop: US$\u00a05,99 devolvidos ao seu cartão' })
  const session = (await effectsOf('checkout.session')).find(({ id }) => id === payment['checkout_session_id'])
  expect(session).toMatchObject({ locale: 'pt-BR' })
})

test('Card statements show what the business says, in the characters and the length that they take; a cleared one shows its name.', async () => {
  for (const refused of ['SHOP', 'A'.repeat(23), 'MARA*S SHOP', "MARA'S SHOP", 'A <SHOP>', '12345'])
    expect((await rename(refused)).body['code']).toBe('VALIDATION_ERROR')
  expect((await rename('KESTREL')).body).toMatchObject({ statement_descriptor: 'KESTREL' })
  const named = await shop.createPaidCard()
  expect((await rename('')).body).toMatchObject({ statement_descriptor: null })
  const unnamed = await shop.createPaidCard()
  const charges = await effectsOf('charge')
  const shownOf = ({ payment_intent_id: intent }: Readonly<Record<string, unknown>>) =>
    charges.find(({ payment_intent: of }) => of === intent)?.['statement_descriptor_suffix']
  expect([shownOf(named), shownOf(unnamed)]).toEqual(['KESTREL', 'STORY SHOP'])
})
