import { tables } from '@gateway/db/tables'
import { findRegisterFaults } from '@gateway/domain/invoices/invoice-number'
import { InvalidState } from '@gateway/domain/kernel/error'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invoiceOf } from '../../testing/test-invoices.ts'
import { coffee, invoicesOf } from '../../testing/invoices-of-shop.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { transaction } from '../../kernel/transaction.ts'
import { creditInvoice } from '../lifecycle/advance-invoices.ts'
import { lockInvoice } from '@gateway/db/invoices/queries'
import { passDue } from '../overdue/pass-due.ts'
import { cancelInvoice } from './cancel-invoice.ts'
import { markPaid, undoMark } from './mark-paid.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({}, 20)
})
afterAll(async () => {
  // The rail of these tests has no payments, which the checks of the book would miss.
  await sql`UPDATE invoice SET credited_minor = coalesce(outside_minor, 0)`.execute(tables(shop.ctx.orm.em.fork()))
  await closeShop(shop)
})

const { named, create, publish, credit, register, events } = invoicesOf(() => shop)
const stored = (id: string) => invoiceOf(shop, id)

/** Lets a rail credit a part. */
const pay = (id: string, amountMinor: bigint) =>
  transaction(shop.ctx, async (em) => {
    const invoice = await lockInvoice(em, { id })
    if (!invoice) throw new Error('no invoice')
    return creditInvoice(em, shop.ctx, { invoice, amountMinor })
  })

describe('the mark of the merchant', () => {
  test('pays what is left, and its undo makes the invoice sent again', async () => {
    const { id } = await publish()
    await markPaid(shop.ctx, { ...named(id), note: 'By bank' })
    expect(await stored(id)).toMatchObject({ state: 'paid', creditedMinor: 11_900n, outsideMinor: 11_900n, outsideNote: 'By bank' })
    expect((await stored(id)).paidAt).toEqual(shop.ctx.clock.now())
    await expect(markPaid(shop.ctx, named(id))).rejects.toEqual(new InvalidState('paid', 'mark the invoice as paid'))
    await undoMark(shop.ctx, named(id))
    expect(await stored(id)).toMatchObject({ state: 'sent', creditedMinor: 0n, outsideMinor: null, outsideBy: null, paidAt: null })
    await expect(undoMark(shop.ctx, named(id))).rejects.toEqual(new InvalidState('sent', 'undo a mark that is not there'))
    expect(await events(id)).toEqual(['invoice.sent', 'invoice.paid', 'invoice.updated'])
    const log = await tables(shop.ctx.orm.em.fork())
      .selectFrom('audit_entry')
      .selectAll()
      .where('subjectId', '=', id)
      .orderBy('at')
      .execute()
    expect(log.map(({ action }) => action).toSorted()).toEqual(['invoice.mark_paid', 'invoice.undo_mark'])
  })

  test('is undone to overdue after the due day', async () => {
    const today = shop.ctx.clock.now().toISOString().slice(0, 10)
    const { id } = await publish({ due_date: today })
    await markPaid(shop.ctx, named(id))
    shop.ctx.clock.advance(25 * 60 * 60 * 1_000)
    await undoMark(shop.ctx, named(id))
    expect((await stored(id)).state).toBe('overdue')
  })

  test('is not undone where a rail has credited something too', async () => {
    const { id } = await publish()
    await pay(id, 900n)
    await markPaid(shop.ctx, named(id))
    expect(await stored(id)).toMatchObject({ outsideMinor: 11_000n, creditedMinor: 11_900n })
    await expect(undoMark(shop.ctx, named(id))).rejects.toEqual(new InvalidState('partially_paid', 'undo the mark'))
  })

  test('is not undone where a credit note has taken the whole off, so that nothing would be left to pay', async () => {
    const { id } = await publish()
    await markPaid(shop.ctx, named(id))
    await credit(id)
    await expect(undoMark(shop.ctx, named(id))).rejects.toEqual(
      new InvalidState('paid', 'undo the mark of an invoice that is credited whole'),
    )
    expect(await stored(id)).toMatchObject({ state: 'paid', outsideMinor: 11_900n, creditNotesMinor: 11_900n })
  })

  test('is undone where a credit note has taken a part off, and the rest is to pay', async () => {
    const { id } = await publish()
    await markPaid(shop.ctx, named(id))
    await credit(id, { amount: 19 })
    await undoMark(shop.ctx, named(id))
    expect(await stored(id)).toMatchObject({ state: 'sent', creditedMinor: 0n, creditNotesMinor: 1_900n })
  })

  test('is refused for a draft', async () => {
    const { id } = await create()
    await expect(markPaid(shop.ctx, named(id))).rejects.toEqual(new InvalidState('draft', 'mark the invoice as paid'))
  })
})

describe('a rail', () => {
  test('credits no more than what is left, and an invoice is paid once', async () => {
    const { id } = await publish()
    expect((await pay(id, 10_000n)).creditedMinor).toBe(10_000n)
    expect((await stored(id)).state).toBe('sent')
    const both = await Promise.all([pay(id, 5_000n), pay(id, 5_000n)])
    expect(new Set(both.map(({ creditedMinor }) => creditedMinor))).toEqual(new Set([0n, 1_900n]))
    expect(await stored(id)).toMatchObject({ state: 'paid', creditedMinor: 11_900n })
    expect(await events(id)).toEqual(['invoice.sent', 'invoice.updated', 'invoice.paid'])
  })

  test('credits nothing to one that was cancelled', async () => {
    const { id } = await publish()
    await cancelInvoice(shop.ctx, named(id))
    expect((await pay(id, 5_000n)).creditedMinor).toBe(0n)
    expect(await stored(id)).toMatchObject({ state: 'cancelled', creditedMinor: 0n })
  })
})

describe('cancelling', () => {
  test('ends a sent and an overdue invoice, whose address stays', async () => {
    const { id, paymentAddress } = await publish({ due_date: shop.ctx.clock.now().toISOString().slice(0, 10) })
    shop.ctx.clock.advance(25 * 60 * 60 * 1_000)
    await passDue(shop.ctx, { invoiceId: id })
    expect((await stored(id)).state).toBe('overdue')
    await cancelInvoice(shop.ctx, named(id))
    expect(await stored(id)).toMatchObject({ state: 'cancelled', paymentAddress })
    await expect(cancelInvoice(shop.ctx, named(id))).rejects.toEqual(new InvalidState('cancelled', 'cancel the invoice'))
    expect(await events(id)).toEqual(['invoice.sent', 'invoice.overdue', 'invoice.cancelled'])
  })

  test('is refused for a draft, and once a part is paid', async () => {
    const { id: draft } = await create()
    await expect(cancelInvoice(shop.ctx, named(draft))).rejects.toEqual(new InvalidState('draft', 'cancel the invoice'))
    const { id } = await publish()
    await pay(id, 1n)
    await expect(cancelInvoice(shop.ctx, named(id))).rejects.toBeInstanceOf(InvalidState)
    expect((await stored(id)).state).toBe('sent')
  })
})

describe('a credit note', () => {
  test('takes a part off with the next number of the register, and leaves the state', async () => {
    const { id, number } = await publish()
    const { note, seen } = await credit(id, { amount: 19, reason: 'Returned' })
    expect(note).toMatchObject({ amountMinor: 1_900n, lines: [], reason: 'Returned', currency: 'EUR', invoiceId: id })
    expect(note.number).toBe(number + 1)
    expect(seen).toMatchObject({ invoice: { state: 'sent', creditNotesMinor: 1_900n }, creditNotes: [{ number: note.number }] })
    const rows = await register()
    expect(rows.at(-1)).toMatchObject({ kind: 'credit_note', status: 'used', amountMinor: 1_900n, creditedNumber: number })
    expect(findRegisterFaults(rows)).toEqual([])
    expect(await events(id)).toEqual(['invoice.sent', 'invoice.credited'])
  })

  test('over the whole of an unpaid invoice cancels it, also when it comes in parts', async () => {
    const { id } = await publish()
    await credit(id, { amount: 100 })
    expect((await credit(id)).note.amountMinor).toBe(1_900n)
    expect(await stored(id)).toMatchObject({ state: 'cancelled', creditNotesMinor: 11_900n })
    await expect(credit(id)).rejects.toEqual(new InvalidState('cancelled', 'credit the invoice'))
  })

  test('over a paid invoice leaves it paid', async () => {
    const { id } = await publish()
    await markPaid(shop.ctx, named(id))
    await credit(id)
    expect(await stored(id)).toMatchObject({ state: 'paid', creditedMinor: 11_900n, creditNotesMinor: 11_900n })
    await expect(credit(id)).rejects.toThrow('amount: is not above 0')
  })

  test('that leaves nothing to pay of an invoice paid in part makes it paid', async () => {
    const { id } = await publish()
    await pay(id, 10_000n)
    await credit(id, { amount: 19 })
    expect(await stored(id)).toMatchObject({ state: 'paid', creditedMinor: 10_000n })
    expect(await events(id)).toEqual(['invoice.sent', 'invoice.updated', 'invoice.credited', 'invoice.paid'])
  })

  test('names items for a part of an invoice with items, and no more than is left', async () => {
    const { id } = await publish({ items: [{ ...coffee, quantity: 2 }] })
    await expect(credit(id, { amount: 1 })).rejects.toThrow('items: are required')
    await expect(credit(id, { items: [{ ...coffee, quantity: 3 }] })).rejects.toThrow('more than the invoice')
    await expect(credit(id, { items: [coffee], amount: 1 })).rejects.toThrow('amount: is not named beside items')
    const { note } = await credit(id, { items: [coffee] })
    expect(note).toMatchObject({ amountMinor: 11_900n, lines: [{ quantity: { digits: 1n, scale: 0 } }] })
  })

  test('over all that is left of an invoice with items names those that are left, and cancels it', async () => {
    const { id } = await publish({ items: [coffee, { ...coffee, tax_rate: 7 }] })
    await credit(id, { items: [coffee] })
    const { note } = await credit(id)
    expect(note).toMatchObject({ amountMinor: 10_700n, lines: [{ taxRateBps: 700, quantity: { digits: 1n, scale: 0 } }] })
    expect(await stored(id)).toMatchObject({ state: 'cancelled', creditNotesMinor: 22_600n })
  })

  test('asks for items where the tax of all that is left, rounded once more, would not add up', async () => {
    const beans = { ...coffee, unit_amount: 0.03 }
    const { id } = await publish({ items: [{ ...beans, quantity: 1_003 }] })
    for (const quantity of [1, 1]) await credit(id, { items: [{ ...beans, quantity }] })
    await expect(credit(id)).rejects.toThrow('items: are required: no items have just the tax')
  })

  test('is refused for a draft', async () => {
    const { id } = await create()
    await expect(credit(id)).rejects.toEqual(new InvalidState('draft', 'credit the invoice'))
  })

  test('has no gap beside invoices when many are written at once', async () => {
    const { id } = await publish()
    await Promise.allSettled([...Array.from({ length: 6 }, () => credit(id, { amount: 1 })), create(), create()])
    expect(findRegisterFaults(await register())).toEqual([])
  })
})
