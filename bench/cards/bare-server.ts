import { gatewayKeys } from '@gateway/devnet/stripe/gateway-keys'
import express from 'express'
import { randomUUID } from 'node:crypto'

// The least that a route can be that makes a page of the card processor: one call, and no check and no row of anything.
const [, , url = '', port, account = ''] = process.argv
const app = express()
app.use(express.json())
app.post('/pages', async (_request, response) => {
  const intentId = randomUUID()
  const answer = await fetch(`${url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gatewayKeys.checkout.key}`,
      'idempotency-key': `card_charge:${intentId}`,
      'stripe-account': account,
    },
    body: pageFor(intentId),
  })
  response.status(answer.ok ? 201 : 502).json(await answer.json())
})
app.listen(Number(port), '127.0.0.1')

/** The parameters that the gateway sends. */
const pageFor = (intentId: string): URLSearchParams =>
  new URLSearchParams({
    mode: 'payment',
    client_reference_id: intentId,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '2500',
    'line_items[0][price_data][product_data][name]': 'Order A-1001',
    success_url: 'https://shop.example/thanks',
    locale: 'auto',
    'metadata[intent_id]': intentId,
    'payment_intent_data[application_fee_amount]': '25',
    'payment_intent_data[metadata][intent_id]': intentId,
    'payment_intent_data[statement_descriptor_suffix]': 'BENCH',
  })
