import { LoginInput, MerchantView, presentMerchant, presentSignedIn, RegisterInput, SignedInView } from '@gateway/contract/accounts'
import { getMe } from '@gateway/operations/accounts/auth/get-me'
import { login } from '@gateway/operations/accounts/login'
import { register } from '@gateway/operations/accounts/register'
import { z } from 'zod'
import { merchantProcedure, publicProcedure, router } from '../trpc.ts'
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
          'An unknown account and a wrong password get the same answer, even after too many failed attempts. Also served at `/auth/login`.',
        errors: ['UNAUTHENTICATED', 'SIGN_IN_BUSY'],
      },
    })
    .input(LoginInput)
    .output(SignedInView)
    .mutation(async ({ ctx, input }) => presentSignedIn(await login(ctx, input))),

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
})
