import { createHmac } from 'node:crypto'

/** Base64 of the bytes 0 to 31. */
export const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
/** The event of a test delivery. */
export const EVENT = { id: 'evt_1', type: 'payment.completed', sequence: 4, data: { description: 'Café ☕' } } as const
/** The exact text of that event, over which a delivery is signed. */
export const BODY = JSON.stringify(EVENT)

/** Headers of a delivery signed by the gateway's service scheme. */
export function signed(body: string, { secret = SECRET, at = Date.now() }: { secret?: string; at?: number } = {}): Record<string, string> {
  const seconds = Math.floor(at / 1_000)
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { 'content-type': 'application/json', 'x-service-signature': `t=${seconds},v1=${v1}` }
}

/** Headers of a delivery signed by Standard Webhooks, once for each key. */
export function standardSigned(
  body: string,
  { keys, at = Date.now() }: { keys: readonly Uint8Array[]; at?: number },
): Record<string, string> {
  const seconds = String(Math.floor(at / 1_000))
  const values = keys.map((key) => `v1,${createHmac('sha256', key).update(`evt_1.${seconds}.${body}`).digest('base64')}`)
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': seconds, 'webhook-signature': values.join(' ') }
}
