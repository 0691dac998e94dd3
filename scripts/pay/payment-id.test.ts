import { expect, test } from 'vitest'
import { paymentIdOf } from './payment-id.ts'

const id = '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11'
const api = 'http://127.0.0.1:4000'

test.each([
  id,
  id.toUpperCase(),
  `${api}/pay/${id}`,
  `${api}/pay/${id}/`,
  `${api}/pay/${id}?lang=de#qr`,
  `http://localhost:4000/pay/${id}`,
])('%s names a payment', (text) => expect(paymentIdOf(text, api)).toBe(id))

test.each(['', 'BTC', `${id}0`, `${api}/docs`, `${api}/pay/`, `${api}/pay/7`, `${api}/api/payments/${id}`])(
  '%j names no payment',
  (text) => {
    expect(() => paymentIdOf(text, api)).toThrow(`${text} names no payment: use its id, or the address of its page, ${api}/pay/<id>`)
  },
)

test.each([`http://127.0.0.1:4001/pay/${id}`, `https://pay.example/pay/${id}`])('the page %s of another gateway is refused', (text) => {
  expect(() => paymentIdOf(text, api)).toThrow(`${text} is a page of another gateway than the one at ${api}`)
})
