import {
  LoginInput,
  MerchantView,
  presentMerchant,
  presentSignedIn,
  RegisterInput,
  SecondFactorInput,
  SignedInView,
} from '@gateway/contract/accounts'
import { SecondFactorRefused } from '@gateway/domain/accounts/errors'
import { getMe } from '@gateway/operations/accounts/auth/get-me'
import { WrongCode } from '@gateway/operations/accounts/factors/check-code'
import { DeadTicket } from '@gateway/operations/accounts/factors/sign-in-ticket'
import { finishSignIn } from '@gateway/operations/accounts/finish-sign-in'
import { login } from '@gateway/operations/accounts/login'
import { register } from '@gateway/operations/accounts/register'
import { z } from 'zod'
import { merchantProcedure, publicProcedure, router } from '../trpc.ts'
import { factorsRouter } from './factors-router.ts'
import { portalRouter } from './portal-router.ts'
import { recoveryRouter } from './recovery-router.ts'
import { sessionsRouter } from './sessions-router.ts'

/** Merchants and their sign-ins. */
export const accountsRouter = router({
  register: publicProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/auth/register',
        status: 201,
        tag: 'accounts',
        summary: 'Open a merchant account',
        description: 'E-mail addresses are compared case-insensitively. Also served at `/auth/register`.',
        errors: ['EMAIL_TAKEN', 'SIGN_IN_BUSY'],
      },
    })
    .input(RegisterInput)
    .output(SignedInView)
    .mutation(async ({ ctx, input }) => presentSignedIn(await register(ctx, input))),

  login: publicProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/auth/login',
        tag: 'accounts',
        summary: 'Sign in',
        description:
          'An unknown account and a wrong password get the same answer, even after too many failed attempts. An account with a second factor answers ' +
          '`SECOND_FACTOR_REQUIRED`, and the ticket in `details` goes with a code to `/api/auth/second-factor`. Also served at `/auth/login`.',
        errors: ['UNAUTHENTICATED', 'SECOND_FACTOR_REQUIRED', 'SIGN_IN_BUSY'],
      },
    })
    .input(LoginInput)
    .output(SignedInView)
    .mutation(async ({ ctx, input }) => presentSignedIn(await login(ctx, input))),

  secondFactor: publicProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/auth/second-factor',
        tag: 'accounts',
        summary: 'Finish signing in with a second factor',
        description:
          'The ticket works once, for five minutes and five attempts; each code works once. Passkeys sign in to the portal only: an account without an ' +
          'authenticator app uses a recovery code here. Also served at `/auth/second-factor`.',
        errors: ['UNAUTHENTICATED'],
      },
    })
    .input(SecondFactorInput)
    .output(SignedInView)
    .mutation(async ({ ctx, input }) => presentSignedIn(await finishSignIn(ctx, { ...input, openedIn: 'api' }).catch(refuseSecondFactor))),

  me: merchantProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/auth/me',
        tag: 'accounts',
        summary: 'Get the signed-in merchant',
        description: 'Requires a merchant token. Also served at `/auth/me`.',
        flat: 'merchant',
      },
    })
    .output(z.object({ merchant: MerchantView }))
    .query(async ({ ctx }) => ({ merchant: presentMerchant(await getMe(ctx, ctx)) })),

  sessions: sessionsRouter,
  recovery: recoveryRouter,
  portal: portalRouter,
  factors: factorsRouter,
})

/** @throws {SecondFactorRefused} where code or ticket are not right, as login refuses a wrong password. */
function refuseSecondFactor(error: unknown): never {
  throw error instanceof WrongCode || error instanceof DeadTicket ? new SecondFactorRefused(error) : error
}
