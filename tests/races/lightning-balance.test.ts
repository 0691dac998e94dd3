import { tables } from '@gateway/db/tables'
import { pausePayouts } from '@gateway/operations/custody/pauses/pause-payouts'
import { closeLightningShop, type LightningShop, openLightningShop } from '@gateway/operations/testing/test-lightning'
import { AlreadyPaid, InsufficientBalance } from '@gateway/domain/lightning/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SENDS = 400
const CLIENTS = 40
const PAIRS = 200
const LONG_MS = 600_000

let shop: LightningShop
beforeAll(async () => void (shop = await openLightningShop()))
afterAll(() => closeLightningShop(shop))

/** Runs calls by so many clients at once, each one call after another. */
async function byClients<Answer>(calls: readonly (() => Promise<Answer>)[]): Promise<PromiseSettledResult<Answer>[]> {
  const waiting = [...calls.entries()]
  const settled: PromiseSettledResult<Answer>[] = []
  const client = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) [settled[next[0]]] = await Promise.allSettled([next[1]()])
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return settled
}

const reasons = (answers: readonly PromiseSettledResult<unknown>[]) =>
  answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
const accepted = (answers: readonly PromiseSettledResult<unknown>[]) => answers.length - reasons(answers).length

test(
  `R2: of ${SENDS} sends of 90 sats that the node keeps in flight a wallet of 1000 sats books exactly ten`,
  { timeout: LONG_MS },
  async () => {
    await shop.enable('outside')
    await shop.fund('outside', 1_000)
    const bills = Array.from({ length: SENDS }, () => shop.node.foreign({ amountMsat: 90_000n }))
    for (const { paymentHash } of bills) shop.node.outcomes.set(paymentHash, { kind: 'in_flight' })
    const answers = await byClients(
      bills.map(
        ({ paymentRequest }) =>
          () =>
            shop.sendPending('outside', paymentRequest),
      ),
    )
    expect(accepted(answers)).toBe(10)
    expect(reasons(answers).every((reason) => reason instanceof InsufficientBalance)).toBe(true)
    expect(await shop.balance('outside')).toEqual({ availableMsat: 0n, reservedMsat: 1_000_000n })
    for (const { paymentHash, preimage } of bills)
      shop.node.outcomes.set(paymentHash, { kind: 'settled', preimage, amountMsat: 90_000n, feeMsat: 10_000n, settledAt: new Date(0) })
    await shop.workAfter(60_000)
    expect(await shop.balance('outside')).toEqual({ availableMsat: 0n, reservedMsat: 0n })
  },
)

test(`R2: of ${SENDS} sends of 90 sats inside the service a wallet of 1000 sats makes exactly eleven`, { timeout: LONG_MS }, async () => {
  await shop.enable('inside')
  await shop.enable('payee')
  await shop.fund('inside', 1_000)
  const invoices = await byClients(Array.from({ length: SENDS }, () => () => shop.invoice('payee', 90)))
  const requests = invoices.flatMap((made) => (made.status === 'fulfilled' ? [made.value.paymentRequest] : []))
  expect(requests).toHaveLength(SENDS)
  const answers = await byClients(requests.map((request) => () => shop.send('inside', request)))
  expect(accepted(answers)).toBe(11)
  expect(reasons(answers).every((reason) => reason instanceof InsufficientBalance)).toBe(true)
  expect(await shop.balance('inside')).toEqual({ availableMsat: 10_000n, reservedMsat: 0n })
  expect(await shop.balance('payee')).toEqual({ availableMsat: 990_000n, reservedMsat: 0n })
})

test(
  `R2: of ${SENDS} sends of 90 sats inside the service that a pause holds a wallet of 1000 sats books exactly eleven`,
  { timeout: LONG_MS },
  async () => {
    await shop.enable('held')
    await shop.enable('patient')
    await shop.fund('held', 1_000)
    const invoices = await byClients(Array.from({ length: SENDS }, () => () => shop.invoice('patient', 90)))
    const made = invoices.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    await pausePayouts(shop.ctx, { scope: 'lightning', reason: 'a test', by: 'test' })
    const answers = await byClients(
      made.map(
        ({ paymentRequest }) =>
          () =>
            shop.sendPending('held', paymentRequest),
      ),
    )
    expect(accepted(answers)).toBe(11)
    expect(reasons(answers).every((reason) => reason instanceof InsufficientBalance)).toBe(true)
    await tables(shop.ctx.orm.em.fork())
      .updateTable('pause')
      .set({ pausedAt: null, pausedBy: null, reason: null })
      .where('scope', '=', 'lightning')
      .execute()
    await shop.workAfter(60_000)
    expect(await shop.balance('held')).toEqual({ availableMsat: 10_000n, reservedMsat: 0n })
    expect(await shop.balance('patient')).toEqual({ availableMsat: 990_000n, reservedMsat: 0n })
    const states = await Promise.all(made.map(async ({ id }) => (await shop.payment(id)).state))
    expect([states.filter((state) => state === 'settled').length, states.filter((state) => state === 'failed').length]).toEqual([11, 0])
  },
)

test(`R3: one invoice of the service that is sent to ${SENDS} times at once is paid once`, { timeout: LONG_MS }, async () => {
  await shop.enable('many')
  await shop.fund('many', 1_000)
  const { paymentRequest } = await shop.invoice('payee', 1)
  const answers = await byClients(Array.from({ length: SENDS }, () => () => shop.send('many', paymentRequest)))
  expect(accepted(answers)).toBe(1)
  expect(reasons(answers).every((reason) => reason instanceof AlreadyPaid)).toBe(true)
  expect(await shop.balance('many')).toEqual({ availableMsat: 999_000n, reservedMsat: 0n })
})

test(`R4: two wallets that pay each other ${PAIRS} times at once lose and gain nothing`, { timeout: LONG_MS }, async () => {
  await shop.enable('left')
  await shop.enable('right')
  await Promise.all([shop.fund('left', 1_000), shop.fund('right', 1_000)])
  const pay = (from: string, to: string) => async () => shop.send(from, (await shop.invoice(to, 3)).paymentRequest)
  const answers = await byClients(Array.from({ length: PAIRS }, () => [pay('left', 'right'), pay('right', 'left')]).flat())
  expect(accepted(answers)).toBe(2 * PAIRS)
  for (const name of ['left', 'right']) expect(await shop.balance(name)).toEqual({ availableMsat: 1_000_000n, reservedMsat: 0n })
})
