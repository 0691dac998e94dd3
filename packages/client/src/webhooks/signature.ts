/** Signatures parsed from headers: the signing time, and the candidate values. */
export interface Claim {
  readonly seconds: number
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
  /** The text before the body in the signed text. */
  readonly prefix: string
  readonly keyOf: (secret: string) => Uint8Array<ArrayBuffer>
}

const SECRET_PREFIX = 'whsec_'
const SHORTEST_KEY_BYTES = 24

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** `t=<unix seconds>,v1=<hex>` over `<t>.<body>`, keyed with the whole secret text. */
export function serviceClaim(header: string): Claim | undefined {
  const [, t, hex] = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (t === undefined || hex === undefined) return undefined
  return { seconds: Number(t), signatures: [fromHex(hex)], prefix: `${t}.`, keyOf: encode }
}

/** Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks): one `v1,<base64>` for each valid secret. */
export function standardClaim(headers: { readonly id: string; readonly timestamp: string; readonly signature: string }): Claim | undefined {
  const { id, timestamp, signature } = headers
  const values = signature.split(' ').flatMap((entry) => (entry.startsWith('v1,') ? [fromBase64(entry.slice('v1,'.length))] : []))
  const signatures = values.filter((value) => value !== undefined)
  if (!/^\d{1,15}$/.test(timestamp) || id === '' || signatures.length === 0) return undefined
  return { seconds: Number(timestamp), signatures, prefix: `${id}.${timestamp}.`, keyOf: standardKey }
}

/** Whether one of the claim's signatures matches the body under the secret; compared in constant time (Web Cryptography, `verify`). */
export async function isProven({ signatures, prefix, keyOf }: Claim, signed: { body: Uint8Array; secret: string }): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', keyOf(signed.secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const text = joined(encode(prefix), signed.body)
  const proofs = await Promise.all(signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, text)))
  return proofs.includes(true)
}

/** The decoded text after `whsec_`, or the bytes of a secret in another form. */
export function standardKey(secret: string): Uint8Array<ArrayBuffer> {
  const decoded = secret.startsWith(SECRET_PREFIX) ? fromBase64(secret.slice(SECRET_PREFIX.length)) : undefined
  return decoded && decoded.length >= SHORTEST_KEY_BYTES ? decoded : encode(secret)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bare = text.replace(/={1,2}$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(bare) || bare.length % 4 === 1) return undefined
  const decoded = Uint8Array.from(atob(bare), (character) => character.charCodeAt(0))
  // Base64 whose last bits are not zero is not canonical (RFC 4648 §3.5).
  return btoa(String.fromCharCode(...decoded)).replace(/=+$/, '') === bare ? decoded : undefined
}

const fromHex = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}
