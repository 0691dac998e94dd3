import { endSessions } from '@gateway/db/accounts/session-queries'
import { OperatorRequired } from '@gateway/domain/accounts/operator'
import type { FactorName } from '@gateway/domain/accounts/factors'
import type { Merchant } from '@gateway/domain/accounts/merchant'
import { requireActor } from '../auth/authenticate.ts'
import { type MerchantActor, requireMerchant } from '../auth/require-merchant.ts'
import type { SignedIn } from '../auth/session.ts'
import { type FinishContext, finishSignIn } from '../finish-sign-in.ts'
import { signIn } from '../sign-in.ts'
import type { Context } from '../../kernel/context.ts'

/** The session of an operator at a terminal. */
export interface OperatorSession {
  readonly id: string
  readonly merchantId: string
  readonly email: string
  readonly expiresAt: Date
}

/** What an operator shows; the code of an authenticator app or a recovery code is asked for once the password was right. */
interface Shown {
  readonly email: string
  readonly password: string
  readonly askCode: (factors: readonly FactorName[]) => Promise<string>
}

const openedIn = 'terminal'

/**
 * Signs an operator in at a terminal, for twelve hours.
 *
 * @throws {OperatorRequired} when the account is none, or has no second factor; no session is left then.
 * @throws the errors of `signIn` and `finishSignIn`.
 */
export async function signInOperator(ctx: FinishContext & Pick<Context, 'log'>, shown: Shown): Promise<OperatorSession> {
  const outcome = await signIn(ctx, { email: shown.email, password: shown.password, openedIn })
  const signedIn =
    'ticket' in outcome
      ? await finishSignIn(ctx, { ticket: outcome.ticket, code: await shown.askCode(outcome.factors), openedIn })
      : outcome
  return keepOrEnd(ctx, signedIn)
}

/** Ends the session of an operator, and nothing when it has ended. */
export async function signOutOperator(
  ctx: Pick<Context, 'orm' | 'clock'>,
  { id, merchantId }: Pick<OperatorSession, 'id' | 'merchantId'>,
): Promise<void> {
  await endSessions(ctx.orm.em.fork(), { merchantId, at: ctx.clock.now(), only: id })
}

async function keepOrEnd(
  ctx: FinishContext & Pick<Context, 'log'>,
  { merchant, token, expiresInSeconds }: SignedIn,
): Promise<OperatorSession> {
  const actor = requireMerchant(await requireActor(ctx, token))
  const problem = problemOf(merchant, actor)
  if (problem !== undefined) {
    await signOutOperator(ctx, { id: actor.sessionId, merchantId: merchant.id })
    throw new OperatorRequired(problem)
  }
  const expiresAt = new Date(actor.confirmedAt.getTime() + expiresInSeconds * 1_000)
  return { id: actor.sessionId, merchantId: merchant.id, email: merchant.email, expiresAt }
}

function problemOf({ operatorSince, email }: Merchant, { hasSecondFactor }: MerchantActor): string | undefined {
  if (operatorSince === null) return `${email} is no operator; \`npm run operator -- grant ${email}\` makes it one`
  if (!hasSecondFactor) return `${email} has no second factor; add one in the portal, under Account, and log in again`
  return undefined
}
