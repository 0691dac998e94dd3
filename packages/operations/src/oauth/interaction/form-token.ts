import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../../kernel/aes-gcm.ts'
import type { OauthContext } from '../oauth-context.ts'

interface Form {
  readonly uid: string
  readonly sessionId: string
}

/** The token of a form that only this browser's session may send, for this interaction alone. */
export const formTokenOf = ({ tokenKeys }: Pick<OauthContext, 'tokenKeys'>, { uid, sessionId }: Form): string =>
  createHmac('sha256', deriveKey(tokenKeys.privateKey, { scope: sessionId, purpose: 'gateway consent form' }))
    .update(uid)
    .digest('base64url')

/** True of the token of a form. */
export function isFormToken(ctx: Pick<OauthContext, 'tokenKeys'>, form: Form, token: string): boolean {
  const expected = Buffer.from(formTokenOf(ctx, form))
  const given = Buffer.from(token)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
