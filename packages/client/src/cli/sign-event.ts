import { createHmac, randomUUID } from 'node:crypto'
import { standardKey } from '../webhooks/signature.ts'

/** An event to be delivered, with the exact text of its body. */
export interface Signable {
  readonly id: string
  readonly type: string
  readonly body: string
  readonly secret: string
}

/**
 * The headers with which the gateway delivers an event, signed at the given moment: `x-service-signature`, and those of Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks).
 */
export function signEvent({ id, type, body, secret }: Signable, at: Date): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1_000)
  const service = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  const standard = createHmac('sha256', standardKey(secret)).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'x-service-signature': `t=${seconds},v1=${service}`,
    'x-service-event': type,
    'x-service-delivery': randomUUID(),
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${standard}`,
  }
}
