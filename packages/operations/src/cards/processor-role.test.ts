import { CreateCardPaymentInput, OnboardCardsInput } from '@gateway/contract/cards/inputs'
import { openOrm, type Orm } from '@gateway/db/orm'
import { type DatabaseRole, databaseRoles, loginAs } from '@gateway/db/roles'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { messageOf } from '@gateway/domain/kernel/error'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardShop, closeCardShop, openCardShop, workAll } from '../testing/test-cards.ts'
import { requestOnboarding } from './accounts/request-onboarding.ts'
import { createCardPayment } from './charges/create-card-payment.ts'
import type { ProcessorContext } from './lifecycle/processor-context.ts'

let shop: CardShop
const logins: Orm[] = []
beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(async () => {
  await Promise.all(logins.map((orm) => orm.close()))
  await closeCardShop(shop)
})

async function loginOf(role: DatabaseRole): Promise<Orm> {
  const orm = await openOrm({ url: loginAs(role, String(shop.ctx.orm.config.get('clientUrl'))), poolSize: 4 })
  logins.push(orm)
  return orm
}

test('the api asks and the processor’s role answers, each with the rights of its own database user', async () => {
  const role: ProcessorContext = { ...shop.processor, orm: await loginOf('processor') }
  const api = { ...shop.ctx, orm: await loginOf('api'), hear: () => workAll(role) }
  const { actor, businessId } = shop
  const wish = OnboardCardsInput.parse({ business_id: businessId, country: 'US' })
  const { processorAccountId: account } = await requestOnboarding(api, { actor, wish })
  await workAll(role)
  await shop.stripe.control.do('completeOnboarding', { account })
  shop.ctx.clock.advance(1_000)
  await shop.tell({ type: 'account.updated', objectId: account, account })
  shop.ctx.clock.advance(1_000)
  await workAll(role)
  for (const escrow_mode of [false, true]) {
    const terms = CreateCardPaymentInput.parse({ business_id: businessId, amount: 2_500, escrow_mode })
    const { payment } = await createCardPayment(api, { actor, terms })
    await shop.pay(payment.checkoutUrl)
    await shop.tell({
      type: 'checkout.session.completed',
      objectId: payment.checkoutSessionId ?? '',
      account: escrow_mode ? null : account,
    })
    await workAll(role)
    expect((await shop.card(payment.id)).payment.state).toBe('succeeded')
  }
  await shop.stripe.control.do('moveAccount', { account, charges_enabled: false })
  const refused = CreateCardPaymentInput.parse({ business_id: businessId, amount: 2_500 })
  await expect(createCardPayment(api, { actor, terms: refused })).rejects.toMatchObject({ code: 'PROCESSOR_ERROR' })
  await workAll(role)
})

test.each([
  ['api', "UPDATE card_payment SET state = 'succeeded'"],
  ['api', 'UPDATE card_payment SET captured_minor = amount_minor'],
  ['api', "UPDATE processor_intent SET state = 'final'"],
  ['api', 'INSERT INTO processor_attempt (intent_id) VALUES (gen_random_uuid())'],
  ['api', 'UPDATE processor_account SET charges_enabled = true'],
  ['processor', 'INSERT INTO card_payment (id) VALUES (gen_random_uuid())'],
  ['processor', 'UPDATE card_payment SET amount_minor = 1'],
  ['processor', 'UPDATE processor_attempt SET handle = handle'],
  ['processor', 'DELETE FROM processor_intent'],
  ['api', 'INSERT INTO policy_decision (id) VALUES (gen_random_uuid())'],
  ['api', 'UPDATE decision_count SET seq = 9'],
  ['processor', 'UPDATE policy_decision SET mac = mac'],
  ['processor', 'DELETE FROM policy_decision'],
  ['processor', 'UPDATE decision_count SET since_attempt = 9'],
  ['processor', 'UPDATE pause SET paused_at = NULL'],
  ['processor', 'SELECT password_hash FROM merchant'],
  ['processor', 'UPDATE spend_intent SET state = state'],
] as const)('the %s cannot %s', async (role, statement) => {
  const orm = await loginOf(role)
  await expect(sql.raw(statement).execute(tables(orm.em.fork()))).rejects.toThrow('permission denied')
})

test('decisions are inserted by the roles that decide, and by no other', async () => {
  const allowed: DatabaseRole[] = []
  for (const role of databaseRoles) {
    const orm = await loginOf(role)
    const inserted = sql`INSERT INTO policy_decision DEFAULT VALUES`.execute(tables(orm.em.fork()))
    const refusal = await inserted.then(() => '', messageOf)
    if (!refusal.includes('permission denied')) allowed.push(role)
  }
  expect(new Set(allowed)).toEqual(new Set(['processor', 'lightning', 'signer']))
})
