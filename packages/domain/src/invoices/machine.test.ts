import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { findMove, type Move, statesAfter, unreachableStates } from '../kernel/machine.ts'
import { type InvoiceEventName, type InvoiceInput, invoiceMachine, type InvoiceState, invoiceStates } from './machine.ts'

type Row = readonly [from: InvoiceState, input: InvoiceInput, to: InvoiceState, event: InvoiceEventName]

const lifecycle: readonly Row[] = [
  ['draft', 'send', 'sent', 'invoice.sent'],
  ['sent', 'fall_due', 'overdue', 'invoice.overdue'],
  ['sent', 'pay_part', 'sent', 'invoice.updated'],
  ['overdue', 'pay_part', 'overdue', 'invoice.updated'],
  ['sent', 'pay', 'paid', 'invoice.paid'],
  ['overdue', 'pay', 'paid', 'invoice.paid'],
  ['sent', 'credit', 'sent', 'invoice.credited'],
  ['overdue', 'credit', 'overdue', 'invoice.credited'],
  ['paid', 'credit', 'paid', 'invoice.credited'],
  ['sent', 'credit_whole', 'cancelled', 'invoice.credited'],
  ['overdue', 'credit_whole', 'cancelled', 'invoice.credited'],
  ['sent', 'cancel', 'cancelled', 'invoice.cancelled'],
  ['overdue', 'cancel', 'cancelled', 'invoice.cancelled'],
  ['paid', 'reopen', 'sent', 'invoice.updated'],
  ['paid', 'reopen_overdue', 'overdue', 'invoice.updated'],
]

const inputs = [...new Set(lifecycle.map(([, input]) => input))]

describe('the life of an invoice', () => {
  test('shows five statuses to clients and starts as a draft without an event', () => {
    expect(invoiceStates).toEqual(['draft', 'sent', 'overdue', 'paid', 'cancelled'])
    expect(invoiceMachine.initial).toBe('draft')
    expect('opens' in invoiceMachine).toBe(false)
    expect(unreachableStates(invoiceMachine)).toEqual([])
  })

  test('accepts exactly the published transitions, each with its event', () => {
    const rows = invoiceStates.flatMap((from) =>
      inputs.flatMap((input) => {
        const move = findMove(invoiceMachine, from, input)
        return move ? [[from, input, move.to, ...move.emits].join(' ')] : []
      }),
    )
    expect(rows.toSorted()).toEqual(lifecycle.map((row) => row.join(' ')).toSorted())
  })

  test('names the six events of invoices', () => {
    expectTypeOf<InvoiceEventName>().toEqualTypeOf<
      'invoice.sent' | 'invoice.overdue' | 'invoice.paid' | 'invoice.credited' | 'invoice.cancelled' | 'invoice.updated'
    >()
  })

  test('never returns to a draft, and its events tell its status, after any sequence of inputs', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...inputs), { maxLength: 40 }), (sent) => {
        let state: InvoiceState = invoiceMachine.initial
        const events: InvoiceEventName[] = []
        for (const input of sent) {
          const move: Move<typeof invoiceMachine> | undefined = findMove(invoiceMachine, state, input)
          state = move?.to ?? state
          events.push(...(move?.emits ?? []))
        }
        expect(state === 'draft').toBe(events.length === 0)
        expect(statesAfter(invoiceMachine, events)).toContain(state)
      }),
    )
  })
})
