import { holdPassword } from '@gateway/db/accounts/queries'
import { confirmStoredSession } from '@gateway/db/accounts/session-queries'
import type { Em } from '@gateway/db/orm'
import { type Actor, confirmedUntil } from '@gateway/domain/accounts/merchant'
import { InvalidField } from '@gateway/domain/kernel/error'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { transaction } from '../kernel/transaction.ts'
import { getMe } from './auth/get-me.ts'
import { type MerchantActor, requireMerchant } from './auth/require-merchant.ts'
import { forgiveAttempts } from './auth/throttle.ts'
import { checkCode, useCode, WrongCode } from './factors/check-code.ts'
import { DeadTicket, issueTicket, tryTicket, useTicket } from './factors/sign-in-ticket.ts'
import { checkPasskey, type PasskeyAssertion, passkeyRequest, recordPasskeyUse } from './factors/verify-passkey.ts'
import { checkPassword, type SignInContext } from './passwords/check-password.ts'

/** Dependencies of confirming a session; with the requester. */
type ConfirmContext = SignInContext & { readonly publicUrl: string }

/**
 * Confirms the session with the password of the account, or with a code of its authenticator app: recovery codes are for signing in.
 *
 * @returns until when that counts.
 * @throws {InvalidField} when it is wrong; passwords count like sign-ins.
 * @throws {WrongCode} {TooManyAttempts} {SignInBusy} {MerchantTokenRequired}
 */
export const confirmSession = (
  ctx: ConfirmContext,
  { actor, shown }: { actor: Actor; shown: { password: string } | { code: string } },
): Promise<Date> => ('password' in shown ? confirmWithPassword(ctx, { actor, ...shown }) : confirmWithCode(ctx, { actor, ...shown }))

async function confirmWithPassword(ctx: ConfirmContext, { actor, password }: { actor: Actor; password: string }): Promise<Date> {
  const { email } = await getMe(ctx, { actor })
  const { found, counted } = await checkPassword(ctx, { email, password })
  if (!found) throw new WrongPassword()
  return confirm(ctx, requireMerchant(actor), async (em) => {
    if (!(await holdPassword(em, { merchantId: found.id, checkedHash: found.passwordHash }))) throw new WrongPassword()
    await forgiveAttempts(em, { email, counted })
  })
}

async function confirmWithCode(ctx: ConfirmContext, { actor, code }: { actor: Actor; code: string }): Promise<Date> {
  const merchant = requireMerchant(actor)
  const proof = await checkCode(ctx, { merchantId: merchant.merchantId, code })
  if (proof.kind !== 'totp') throw new WrongCode()
  return confirm(ctx, merchant, (em) => useCode(em, ctx, proof))
}

/** What a browser is asked for to confirm the session with a passkey. @throws {MerchantTokenRequired} */
export async function requestConfirmation(
  ctx: ConfirmContext,
  { actor }: { actor: Actor },
): Promise<{ challengeId: string; options: PublicKeyCredentialRequestOptionsJSON }> {
  const { merchantId, sessionId } = requireMerchant(actor)
  const options = await passkeyRequest(ctx, { merchantId })
  const terms = { purpose: 'confirm', merchantId, sessionId, challenge: options.challenge } as const
  const { ticket } = await issueTicket(ctx.orm.em.fork(), ctx, terms)
  return { challengeId: ticket, options }
}

/** Confirms the session with a passkey of the account. @throws {DeadTicket} {WrongPasskey} {MerchantTokenRequired} */
export async function confirmWithPasskey(
  ctx: ConfirmContext,
  { actor, challengeId, response }: { actor: Actor; challengeId: string; response: PasskeyAssertion },
): Promise<Date> {
  const merchant = requireMerchant(actor)
  const { challenge, sessionId } = await tryTicket(ctx, { ticket: challengeId, purposes: ['confirm'] })
  if (sessionId !== merchant.sessionId) throw new DeadTicket()
  const proof = await checkPasskey(ctx, { response, challenge, merchantId: merchant.merchantId })
  return confirm(ctx, merchant, async (em) => {
    await useTicket(em, ctx, challengeId)
    await recordPasskeyUse(em, ctx, proof)
  })
}

async function confirm(ctx: ConfirmContext, { merchantId, sessionId }: MerchantActor, proved: (em: Em) => Promise<void>): Promise<Date> {
  const at = ctx.clock.now()
  await transaction(ctx, async (em) => {
    await proved(em)
    await confirmStoredSession(em, { merchantId, sessionId, at })
  })
  return confirmedUntil({ confirmedAt: at })
}

/** The password is not that of the account. */
class WrongPassword extends InvalidField {
  constructor() {
    super('password', 'is not the password of the account')
  }
}
