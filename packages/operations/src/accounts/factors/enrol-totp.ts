import { confirmStoredTotp, deleteTotp, findTotp, lockFactors, replaceTotp, useTotpStep } from '@gateway/db/accounts/factor-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { transaction } from '../../kernel/transaction.ts'
import { changeFactors, type FactorContext, requireConfirmedMerchant, requireVerifiedMerchant } from './change-factors.ts'
import { WrongCode } from './check-code.ts'
import { newTotpSecret, openTotp, sealTotp, stepOf, totpUri } from './totp-secret.ts'

/**
 * Makes a secret for an authenticator app, which becomes a factor with its first code. A secret that was made before is void.
 *
 * @throws {InvalidState} while another app is a factor.
 * @throws {MerchantTokenRequired} {ConfirmationRequired} {EmailNotVerified}
 */
export async function startTotp(ctx: FactorContext, { actor }: { actor: Actor }): Promise<{ secret: string; uri: string }> {
  const { merchantId, merchant } = await requireVerifiedMerchant(ctx, actor)
  const secret = newTotpSecret(ctx)
  await transaction(ctx, async (em) => {
    const { totpSince } = await lockFactors(em, { merchantId })
    if (totpSince) throw new InvalidState('on', 'set up an authenticator app')
    await replaceTotp(em, { merchantId, sealedSecret: sealTotp(ctx, { merchantId, secret }), createdAt: ctx.clock.now() })
  })
  return { secret, uri: totpUri({ secret, email: merchant.email }) }
}

/**
 * Makes the authenticator app a factor with its first code, which opens nothing else.
 *
 * @returns recovery codes with the first factor, which ends every other session.
 * @throws {WrongCode}
 * @throws {InvalidState} when no secret waits for its code.
 * @throws {MerchantTokenRequired} {ConfirmationRequired}
 */
export async function confirmTotp(ctx: FactorContext, { actor, code }: { actor: Actor; code: string }): Promise<string[] | undefined> {
  const { merchantId, sessionId } = requireConfirmedMerchant(ctx, actor)
  return changeFactors(ctx, { merchantId, sessionId }, async (em) => {
    const totp = await findTotp(em, { merchantId })
    if (!totp || totp.confirmedAt) throw new InvalidState(totp ? 'on' : 'off', 'confirm an authenticator app')
    const at = ctx.clock.now()
    const secret = openTotp(ctx, { merchantId, sealed: totp.sealedSecret })
    const step = stepOf({ secret, code: code.replaceAll(/\s/g, ''), at })
    if (step === undefined) throw new WrongCode()
    await confirmStoredTotp(em, { merchantId, at })
    await useTotpStep(em, { merchantId, step })
    return { change: 'totp_added' }
  })
}

/** Removes the authenticator app. @throws {NotFound} {MerchantTokenRequired} {ConfirmationRequired} */
export async function removeTotp(ctx: FactorContext, { actor }: { actor: Actor }): Promise<void> {
  const { merchantId, sessionId } = requireConfirmedMerchant(ctx, actor)
  await changeFactors(ctx, { merchantId, sessionId }, async (em) => {
    if (!(await deleteTotp(em, { merchantId }))) throw new NotFound('authenticator app')
    return { change: 'totp_removed' }
  })
}
