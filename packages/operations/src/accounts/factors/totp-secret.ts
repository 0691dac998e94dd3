import { product } from '@gateway/pages/emails/product'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { Secret, TOTP } from 'otpauth'
import { decryptAes, deriveKey, encryptAes, packBox, unpackBox } from '../../kernel/aes-gcm.ts'
import type { ApiContext, Context } from '../../kernel/context.ts'

/** RFC 4226 §4 asks for 160 bits. */
const SECRET_BYTES = 20
/** Steps that the clock of an app may be off, either way (RFC 6238 §5.2). */
const WINDOW = 1
const PURPOSE = 'gateway totp secret'

/** A new secret, in base32. */
export const newTotpSecret = (ctx: Pick<Context, 'ids'>): string =>
  new Secret({ buffer: Uint8Array.from(ctx.ids.bytes(SECRET_BYTES)).buffer }).base32

/** The text of the code that an authenticator app scans. */
export const totpUri = ({ secret, email }: { secret: string; email: string }): string =>
  new TOTP({ issuer: product, label: email, secret: Secret.fromBase32(secret) }).toString()

/** The time step that a code of six digits belongs to; undefined when it is wrong. */
export function stepOf({ secret, code, at }: { secret: string; code: string; at: Date }): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const timestamp = at.getTime()
  const offset = totp.validate({ token: code, timestamp, window: WINDOW })
  return offset === null ? undefined : totp.counter({ timestamp }) + offset
}

interface Owned {
  readonly merchantId: MerchantId
}

/** Seals a secret for its merchant with a key of the api: in the row of another merchant it does not open. */
export const sealTotp = (ctx: Pick<ApiContext, 'tokenKeys'>, { merchantId, secret }: Owned & { secret: string }): Buffer =>
  packBox(encryptAes(termsOf(ctx, merchantId), secret))

/** Opens a sealed secret. @throws {Error} when it was changed, moved, or sealed with another key. */
export const openTotp = (ctx: Pick<ApiContext, 'tokenKeys'>, { merchantId, sealed }: Owned & { sealed: Uint8Array }): string =>
  decryptAes(termsOf(ctx, merchantId), unpackBox(Buffer.from(sealed))).toString('utf8')

const termsOf = ({ tokenKeys }: Pick<ApiContext, 'tokenKeys'>, merchantId: MerchantId) => ({
  key: deriveKey(tokenKeys.privateKey, { scope: merchantId, purpose: PURPOSE }),
  aad: Buffer.alloc(0),
})
