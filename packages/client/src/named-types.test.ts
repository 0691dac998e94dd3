import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import type { Client, Escrow, EscrowStatus, EventOf, Invoice, InvoiceStatus, Payment, PaymentStatus, Series } from './index.ts'

type Input<Call extends (...parameters: never[]) => unknown> = Parameters<Call>[0]

test('an event of a name has that object', () => {
  expectTypeOf<EventOf<'payment.completed'>['type']>().toEqualTypeOf<'payment.completed'>()
  expectTypeOf<EventOf<'payment.completed'>['data']['crypto_amount']>().toEqualTypeOf<string>()
  expectTypeOf<EventOf<'series.paused'>['data']['interval']>().toEqualTypeOf<Series['interval']>()
})

test('the objects of answers have names', () => {
  expectTypeOf<Payment['status']>().toEqualTypeOf<PaymentStatus>()
  expectTypeOf<Escrow['status']>().toEqualTypeOf<EscrowStatus>()
  expectTypeOf<Invoice['status']>().toEqualTypeOf<InvoiceStatus>()
})

test('members of an input may be named in snake_case or camelCase', () => {
  type Create = Input<Client['escrows']['create']>
  expectTypeOf({ chain: 'BTC', amount: 1, depositor_address: 'a', beneficiaryAddress: 'b', expiresInHours: 1 } as const).toExtend<Create>()
  expectTypeOf({
    chain: 'BTC',
    amount: 1,
    depositorAddress: 'a',
    beneficiary_address: 'b',
    expires_in_hours: 1,
  } as const).toExtend<Create>()
  expectTypeOf({ chain: 'BTC', amount: 1, depositorAddress: 'a' } as const).not.toExtend<Create>()
  expectTypeOf({ chain: 'BTC', depositorAddress: 'a', beneficiaryAddress: 'b', expiresInHours: '1' } as const).not.toExtend<Create>()
  expectTypeOf({ businessId: 'b', status: 'completed' } as const).toExtend<Input<Client['payments']['list']>>()
})

test('no exported type has the name of a global', () => {
  const source = readFileSync(new URL('./generated/types.ts', import.meta.url), 'utf8')
  const names = [...source.matchAll(/^export type (\w+)/gm)].map(([, name = '']) => name)
  expect(names).toContain('Payment')
  expect(names.filter((name) => name in globalThis)).toEqual([])
})
