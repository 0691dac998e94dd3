import { EndedView, ListSessionsInput, presentSession, SessionListView } from '@gateway/contract/accounts'
import { listSessions, signOut, signOutEverywhere } from '@gateway/operations/accounts/auth/list-sessions'
import { merchantProcedure, router } from '../trpc.ts'

/** Active sessions of a merchant. */
export const sessionsRouter = router({
  list: merchantProcedure
    .meta({
      rest: {
        method: 'get',
        path: '/api/auth/sessions',
        tag: 'accounts',
        summary: 'List sessions',
        description: 'Active sessions of the merchant, newest first.',
        list: true,
      },
    })
    .input(ListSessionsInput)
    .output(SessionListView)
    .query(async ({ ctx, input }) => {
      const { sessions, total } = await listSessions(ctx, { actor: ctx.actor, page: input })
      return { sessions: sessions.map(presentSession), total, limit: input.limit, offset: input.offset }
    }),

  end: merchantProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/auth/logout',
        tag: 'accounts',
        summary: 'Sign out',
        description: 'The presented token is revoked immediately.',
      },
    })
    .output(EndedView)
    .mutation(async ({ ctx }) => ({ sessions_ended: await signOut(ctx, ctx) })),

  endAll: merchantProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/auth/logout-all',
        also: [{ method: 'delete', path: '/api/auth/sessions' }],
        tag: 'accounts',
        summary: 'Sign out everywhere',
        description: 'Every token of the merchant is revoked immediately, the presented one included. API keys stay.',
      },
    })
    .output(EndedView)
    .mutation(async ({ ctx }) => ({ sessions_ended: await signOutEverywhere(ctx, ctx) })),
})
