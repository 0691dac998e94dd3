import type { MerchantActor } from '../accounts/auth/require-merchant.ts'
import { requireMerchant } from '../accounts/auth/require-merchant.ts'
import { requireActor } from '../accounts/auth/authenticate.ts'
import { markVerified } from '../accounts/emails/verify-email.ts'
import { addPasskey, startPasskey } from '../accounts/factors/enrol-passkey.ts'
import { confirmTotp, startTotp } from '../accounts/factors/enrol-totp.ts'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { Secret, TOTP } from 'otpauth'
import { type TestAuthenticator, testAuthenticator } from './test-authenticator.ts'
import type { TestApiContext } from './test-context.ts'

/** The code that an authenticator app shows for a secret at a time. */
export const codeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

/** The actor of a session's token. */
export const actorOf = async (ctx: TestApiContext, token: string): Promise<MerchantActor> => requireMerchant(await requireActor(ctx, token))

/** Makes the address of an account verified, as its e-mailed link does. */
export async function verifyAddress(ctx: TestApiContext, merchantId: MerchantId): Promise<void> {
  await markVerified(ctx.orm.em.fork(), { merchantId, at: ctx.clock.now() })
}

/** Enrols an authenticator app; its next code is of the time step after. @returns its secret, and recovery codes with the first factor. */
export async function enrolTotp(ctx: TestApiContext, actor: MerchantActor): Promise<{ secret: string; recoveryCodes: string[] }> {
  await verifyAddress(ctx, actor.merchantId)
  const { secret } = await startTotp(ctx, { actor })
  const recoveryCodes = (await confirmTotp(ctx, { actor, code: codeAt(secret, ctx.clock.now()) })) ?? []
  ctx.clock.advance(30_000)
  return { secret, recoveryCodes }
}

/** Enrols a passkey. @returns its authenticator, and recovery codes with the first factor. */
export async function enrolPasskey(
  ctx: TestApiContext,
  actor: MerchantActor,
  name = 'Laptop',
): Promise<{ authenticator: TestAuthenticator; recoveryCodes: string[] }> {
  await verifyAddress(ctx, actor.merchantId)
  const authenticator = testAuthenticator(ctx.publicUrl)
  const { challengeId, options } = await startPasskey(ctx, { actor })
  const recoveryCodes = await addPasskey(ctx, { actor, challengeId, name, response: authenticator.create(options) })
  return { authenticator, recoveryCodes: recoveryCodes ?? [] }
}
