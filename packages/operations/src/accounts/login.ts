import { SecondFactorRequired } from '@gateway/domain/accounts/errors'
import type { SignedIn } from './auth/session.ts'
import type { SignInContext } from './passwords/check-password.ts'
import { signIn } from './sign-in.ts'

/**
 * Signs a merchant in to the API.
 *
 * @throws {SecondFactorRequired} with the ticket that `finishSignIn` takes, when the account asks for more than the password.
 * @throws {WrongCredentials} {TooManyAttempts} {SignInBusy} as `signIn`.
 */
export async function login(ctx: SignInContext, input: { email: string; password: string }): Promise<SignedIn> {
  const outcome = await signIn(ctx, { ...input, openedIn: 'api' })
  if ('ticket' in outcome) throw new SecondFactorRequired(outcome)
  return outcome
}
