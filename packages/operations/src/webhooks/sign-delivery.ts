import { createHmac } from 'node:crypto'

/** The inputs of a signature. */
export interface Signable {
  readonly eventId: string
  readonly deliveryId: string
  readonly type: string
  readonly body: string
  readonly secret: string
  /** The former secret, for a day after a rotation. */
  readonly previousSecret?: string | undefined
  /** Further headers with the value of `x-service-signature` (operator setting). */
  readonly furtherHeaders: readonly string[]
}

const PREFIX = 'whsec_'
const SHORTEST_KEY_BYTES = 24

/**
 * Headers of one attempt, signed anew: `x-service-signature` (`t=…,v1=…`, HMAC-SHA256 keyed with the whole secret string) and the three of
 * Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks, keyed with the decoded secret).
 *
 * After a rotation the Standard Webhooks header lists the signatures of both secrets; our own has that of the new secret only. A further header
 * whose name ends in `-signature` also adds its `-event` and `-delivery`.
 */
export function signDelivery(signable: Signable, at: Date): Record<string, string> {
  const { eventId, deliveryId, type, body, secret, previousSecret, furtherHeaders } = signable
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret]
  const seconds = Math.floor(at.getTime() / 1_000)
  const signature = `t=${seconds},v1=${hmac(Buffer.from(secret, 'utf8'), `${seconds}.${body}`, 'hex')}`
  return {
    'content-type': 'application/json',
    'x-service-signature': signature,
    'x-service-event': type,
    'x-service-delivery': deliveryId,
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((key) => `v1,${hmac(standardKey(key), `${eventId}.${seconds}.${body}`, 'base64')}`).join(' '),
    ...Object.fromEntries(furtherHeaders.flatMap((name) => copiesOf(name, { signature, type, deliveryId }))),
  }
}

/** The key of Standard Webhooks: the decoded part after `whsec_`, or the bytes of a secret in another form. */
export function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : ''
  const decoded = Buffer.from(encoded, 'base64')
  const isBase64 = decoded.length >= SHORTEST_KEY_BYTES && decoded.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '')
  return isBase64 ? decoded : Buffer.from(secret, 'utf8')
}

const hmac = (key: Buffer, text: string, encoding: 'hex' | 'base64'): string => createHmac('sha256', key).update(text).digest(encoding)

function copiesOf(
  name: string,
  { signature, type, deliveryId }: { signature: string; type: string; deliveryId: string },
): [string, string][] {
  if (!name.endsWith('-signature')) return [[name, signature]]
  const prefix = name.slice(0, -'-signature'.length)
  return [
    [name, signature],
    [`${prefix}-event`, type],
    [`${prefix}-delivery`, deliveryId],
  ]
}
