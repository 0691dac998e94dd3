import { type RunningStripe, startStripe } from '@gateway/devnet/stripe/start-stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runPay } from './run-pay.ts'

const KEY = 'sk_test_pay'
let stripe: RunningStripe
beforeAll(async () => void (stripe = await startStripe({ keys: [{ key: KEY, permissions: 'all' }] })))
afterAll(() => stripe.stop())

/** Creates something by the API of the card processor, and returns the address of its page. */
async function create(path: string, form: Readonly<Record<string, string>>): Promise<{ readonly id: string; readonly url: string }> {
  const headers = { authorization: `Bearer ${KEY}` }
  const response = await fetch(`${stripe.url}/v1/${path}`, { method: 'POST', headers, body: new URLSearchParams(form) })
  return (await response.json()) as { id: string; url: string }
}

const openSession = () =>
  create('checkout/sessions', {
    mode: 'payment',
    success_url: 'https://shop.example/thanks',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '500',
    'line_items[0][price_data][product_data][name]': 'Coffee',
  })

async function printed(...words: readonly string[]): Promise<string> {
  const lines: string[] = []
  await runPay(words, {}, (line) => lines.push(line))
  return lines.join('\n')
}

test('npm run pay -- CARD pays a payment page, also with a card that asks for authentication', async () => {
  const paid = 'The payment is paid.\nNext page  https://shop.example/thanks'
  expect(await printed('CARD', (await openSession()).url)).toBe(paid)
  expect(await printed('CARD', (await openSession()).url, '4000002760003184')).toBe(paid)
})

test('npm run pay -- CARD says why a card was declined', async () => {
  const { url } = await openSession()
  expect(await printed('CARD', url, '4000000000009995')).toBe('The payment is declined.\nYour card has insufficient funds.')
  expect(await printed('CARD', url, '1234')).toBe('The payment is refused.\nYour card number is incorrect.')
})

test('npm run pay -- CARD-ONBOARD completes an onboarding, whose link works once', async () => {
  const { id } = await create('accounts', { type: 'express', country: 'DE' })
  const pages = { refresh_url: 'https://gateway.example/again', return_url: 'https://gateway.example/back' }
  const { url } = await create('account_links', { account: id, type: 'account_onboarding', ...pages })
  expect(await printed('CARD-ONBOARD', url)).toBe('Next page  https://gateway.example/back')
  expect(await printed('CARD-ONBOARD', url)).toBe('Next page  https://gateway.example/again')
})

test('a page that is none of the card processor is refused in one line', async () => {
  await expect(printed('CARD', `${stripe.url}/elsewhere`)).rejects.toThrow('is no page of this devnet')
  await expect(printed('CARD')).rejects.toThrow('npm run pay -- CARD <checkout URL>')
})
