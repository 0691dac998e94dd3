import { decryptAes, deriveKey, encryptAes, packBox, unpackBox } from '../../kernel/aes-gcm.ts'
import type { OauthContext } from '../oauth-context.ts'

const PURPOSE = 'gateway openid signing key'

interface KeyName {
  readonly kid: string
}

/** Seals the private part of a signing key with a key of the api: in the row of another key it does not open. */
export const sealKey = (ctx: Pick<OauthContext, 'tokenKeys'>, { kid, jwk }: KeyName & { jwk: object }): Buffer =>
  packBox(encryptAes(termsOf(ctx, kid), JSON.stringify(jwk)))

/** Opens a sealed private part. @throws {Error} when it was changed, moved, or sealed with another key. */
export const openKey = (ctx: Pick<OauthContext, 'tokenKeys'>, { kid, sealed }: KeyName & { sealed: Uint8Array }): unknown =>
  JSON.parse(decryptAes(termsOf(ctx, kid), unpackBox(Buffer.from(sealed))).toString('utf8'))

const termsOf = ({ tokenKeys }: Pick<OauthContext, 'tokenKeys'>, kid: string) => ({
  key: deriveKey(tokenKeys.privateKey, { scope: kid, purpose: PURPOSE }),
  aad: Buffer.alloc(0),
})
