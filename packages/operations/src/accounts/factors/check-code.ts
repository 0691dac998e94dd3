import { findTotp, useRecoveryCode, useTotpStep } from '@gateway/db/accounts/factor-queries'
import type { Em } from '@gateway/db/orm'
import { InvalidField } from '@gateway/domain/kernel/error'
import type { MerchantId } from '@gateway/domain/kernel/id'
import type { ApiContext, Context } from '../../kernel/context.ts'
import { countAttempts, forgiveCodes, type ThrottleContext } from '../auth/throttle.ts'
import { recoveryDigest } from './recovery-code.ts'
import { openTotp, stepOf } from './totp-secret.ts'

/** A code that may be right, and is used up by `useCode`. */
export type CodeProof =
  | { readonly kind: 'totp'; readonly merchantId: MerchantId; readonly step: number }
  | { readonly kind: 'recovery_code'; readonly merchantId: MerchantId; readonly digest: Buffer }

const SIX_DIGITS = /^\d{6}$/

/**
 * Checks a code of the authenticator app, or reads one as a recovery code. Every attempt counts until one succeeds.
 *
 * @throws {WrongCode} {TooManyAttempts}
 */
export async function checkCode(
  ctx: ThrottleContext & Pick<ApiContext, 'tokenKeys'>,
  { merchantId, code }: { merchantId: MerchantId; code: string },
): Promise<CodeProof> {
  await countAttempts(ctx, [{ throttle: 'codesPerAccount', by: merchantId }])
  const digits = code.replaceAll(/\s/g, '')
  if (SIX_DIGITS.test(digits)) return checkTotp(ctx, { merchantId, code: digits })
  const digest = recoveryDigest(code)
  if (!digest) throw new WrongCode()
  return { kind: 'recovery_code', merchantId, digest }
}

async function checkTotp(
  ctx: Pick<ApiContext, 'orm' | 'clock' | 'tokenKeys'>,
  { merchantId, code }: { merchantId: MerchantId; code: string },
): Promise<CodeProof> {
  const totp = await findTotp(ctx.orm.em.fork(), { merchantId })
  if (!totp?.confirmedAt) throw new WrongCode()
  const secret = openTotp(ctx, { merchantId, sealed: totp.sealedSecret })
  const step = stepOf({ secret, code, at: ctx.clock.now() })
  if (step === undefined) throw new WrongCode()
  return { kind: 'totp', merchantId, step }
}

/** Uses a checked code up, in the transaction of what it opens, and forgets failed attempts. @throws {WrongCode} when it was used before. */
export async function useCode(em: Em, ctx: Pick<Context, 'clock'>, proof: CodeProof): Promise<void> {
  const isFirstUse = proof.kind === 'totp' ? await useTotpStep(em, proof) : await useRecoveryCode(em, { ...proof, at: ctx.clock.now() })
  if (!isFirstUse) throw new WrongCode()
  await forgiveCodes(em, { merchantId: proof.merchantId })
}

/** The code is wrong or was used; the answer does not say which. */
export class WrongCode extends InvalidField {
  constructor() {
    super('code', 'is not right, or was used before')
  }
}
