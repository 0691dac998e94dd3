import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeMerchant } from '../../testing/test-context.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { getPayment, viewPayment } from './get-payment.ts'

let shop: TestShop
beforeEach(async () => void (shop = await openShop({}, 3)))
afterEach(() => closeShop(shop))

const none = '00000000-0000-4000-8000-00000000ffff'

describe('concurrent reads of payments', () => {
  test('concurrent reads give each caller its own payment, and none of another merchant or mode', async () => {
    const payments = await Promise.all([10, 20, 30].map((amount) => shop.ask({ amount, blockchain: 'BTC' })))
    const thirdParty = await storeMerchant(shop.ctx)
    const [first, second, third] = payments.map(({ id }) => id)
    const ask = (actor: Actor, id = none) => getPayment(shop.ctx, { actor, id })
    const answers = await Promise.allSettled([
      ask(shop.actor, third),
      ask(thirdParty, first),
      ask(shop.actor, first),
      ask(shop.actor, none),
      ask(shop.actor, second),
      ask({ ...shop.actor, mode: 'test' }, second),
      ask(shop.actor, first),
    ])
    const told = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.payment.id : answer.reason))
    expect(told).toEqual([third, expect.any(NotFound), first, expect.any(NotFound), second, expect.any(NotFound), first])
  })

  test('a payer sees a payment by its id alone, with the name of its business', async () => {
    const payments = await Promise.all([10, 20].map((amount) => shop.ask({ amount, blockchain: 'BTC' })))
    const views = await Promise.allSettled([...payments.map(({ id }) => id), none].map((id) => viewPayment(shop.ctx, { id })))
    expect(views).toMatchObject([
      ...payments.map(({ id }) => ({ value: { businessName: 'Shop', facts: { payment: { id } } } })),
      { reason: expect.any(NotFound) },
    ])
  })
})
