import { createHmac } from 'node:crypto'

/** The header that proves a payload, as of a Unix second. Source: docs.stripe.com/webhooks/signature. */
export function signPayload(body: string, secret: string, atSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')
  return `t=${atSeconds},v1=${signature}`
}
